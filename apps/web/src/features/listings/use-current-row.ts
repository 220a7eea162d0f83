import { useRef, useState } from 'react'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { useEventCallback } from '#web/lib/hooks/use-event-callback.ts'
import type { ShowRow } from './feed/table-rows.tsx'
import type { TableRow } from './row/rows.ts'

/** The row that Tab reaches, and the keys that move it. */
export function useCurrentRow(rows: readonly TableRow[]) {
  // By id, because rows are added and removed above it.
  const [currentId, setCurrentId] = useState<string | null>(null)
  const foundIndex = rows.findIndex(({ listing }) => listing.id === currentId)
  const currentIndex = Math.max(foundIndex, 0)
  const showRow = useRef<ShowRow>(null)

  function moveTo(index: number, align: 'auto' | 'center' = 'auto') {
    const target = Math.min(Math.max(index, 0), rows.length - 1)
    setCurrentId(rows[target]?.listing.id ?? null)
    showRow.current?.(target, align)
  }

  useCommands('Listings', [
    { id: 'listings.focus', title: 'Go to listings', key: 'l', run: () => moveTo(currentIndex) },
    {
      id: 'listings.next',
      title: 'Next listing',
      key: 'j',
      canRepeat: true,
      // The first press goes to the first listing.
      run: () => moveTo(foundIndex + 1),
    },
    {
      id: 'listings.previous',
      title: 'Previous listing',
      key: 'k',
      canRepeat: true,
      run: () => moveTo(currentIndex - 1),
    },
    { id: 'listings.move', title: 'Move between listings', widgetKeys: ['↑', '↓'], run: null },
    { id: 'listings.extend', title: 'Select several listings', widgetKeys: ['Shift', '↓'], run: null },
    { id: 'listings.ends', title: 'First and last listing', widgetKeys: ['Home', 'End'], run: null },
  ])

  return {
    /** `undefined` before the user reached one, or once it is gone. */
    current: rows[foundIndex],
    currentIndex,
    showRow,
    moveTo,
    onCurrent: useEventCallback((index: number) => setCurrentId(rows[index]?.listing.id ?? null)),
  }
}
