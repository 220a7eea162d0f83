import { useRef, useState } from 'react'

/** Selected rows. Shift extends the selection from the last toggled row. */
export interface Selection {
  selected: ReadonlySet<string>
  /** `keys`: the rows in the order they are shown. */
  toggle: (key: string, options: { isRange: boolean; keys: readonly string[] }) => void
  toggleAll: (keys: readonly string[]) => void
  clear: () => void
}

export function useSelection(): Selection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string | null>(null)
  return {
    selected,
    toggle(key, { isRange, keys }) {
      const start = anchor.current === null ? -1 : keys.indexOf(anchor.current)
      const end = keys.indexOf(key)
      const next = new Set(selected)
      if (isRange && start >= 0 && end >= 0) {
        // A range follows the row that it starts from.
        const isAdding = anchor.current !== null && selected.has(anchor.current)
        for (const each of keys.slice(Math.min(start, end), Math.max(start, end) + 1)) {
          if (isAdding) next.add(each)
          else next.delete(each)
        }
      } else {
        if (!next.delete(key)) next.add(key)
        anchor.current = key
      }
      setSelected(next)
    },
    toggleAll(keys) {
      anchor.current = null
      setSelected(keys.every((key) => selected.has(key)) ? new Set() : new Set([...selected, ...keys]))
    },
    clear() {
      anchor.current = null
      setSelected(new Set())
    },
  }
}
