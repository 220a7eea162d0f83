import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { useState } from 'react'
import { errorText } from '#web/lib/http/api-error.ts'
import type { InventoryColumn } from '#web/features/inventory/grid/columns.tsx'
import type { EventGroup } from '#web/features/inventory/grid/group-row.tsx'
import type { RowLayout } from '#web/features/inventory/grid/row-layout.ts'
import { maxPastedRows, planPaste, type PastePlan } from './paste-plan.ts'
import { parseTabSeparated } from './tab-separated.ts'

/** Where cells are pasted: the top left cell, and how far the chosen range goes. */
export interface PasteTarget {
  position: number
  column: number
  rowCount: number
  columnCount: number
}

interface PasteOptions {
  rowLayout: RowLayout<EventGroup>
  columns: readonly InventoryColumn[]
  load: (first: number, end: number) => Promise<readonly WireInventoryRow[]>
  onProblem: (text: string) => void
}

/** Turns pasted text into a plan to confirm. One pasted cell fills the whole range. */
export function usePaste({ rowLayout, columns, load, onProblem }: PasteOptions) {
  const [plan, setPlan] = useState<PastePlan | null>(null)

  async function paste(text: string, target: PasteTarget): Promise<void> {
    const pasted = parseTabSeparated(text)
    const [[single = ''] = []] = pasted
    const isSingle = pasted.length === 1 && pasted[0]?.length === 1
    const cells = isSingle
      ? Array.from({ length: target.rowCount }, () =>
          Array.from({ length: target.columnCount }, () => single),
        )
      : pasted
    if (cells.length > maxPastedRows)
      return onProblem(`Paste at most ${maxPastedRows} lines at once, or change selected listings together.`)
    try {
      const indexes = listingsFrom(rowLayout, target.position, cells.length)
      const rows = await loadListings(indexes, load)
      setPlan(planPaste(cells, rows, columns.slice(target.column)))
    } catch (error) {
      onProblem(`The pasted cells could not be compared. ${errorText(error)}`)
    }
  }
  return { plan, paste, close: () => setPlan(null) }
}

/** Numbers of the listings from a row on; headings and collapsed events are passed over. */
function listingsFrom(layout: RowLayout<EventGroup>, position: number, count: number): number[] {
  const indexes: number[] = []
  for (let row = position; row < layout.count && indexes.length < count; row += 1) {
    const found = layout.at(row)
    if (found?.kind === 'listing') indexes.push(found.index)
  }
  return indexes
}

async function loadListings(
  indexes: readonly number[],
  load: PasteOptions['load'],
): Promise<WireInventoryRow[]> {
  const rows: WireInventoryRow[] = []
  for (let at = 0; at < indexes.length;) {
    const first = indexes[at] ?? 0
    let length = 1
    while (indexes[at + length] === first + length) length += 1
    rows.push(...(await load(first, first + length)))
    at += length
  }
  return rows
}
