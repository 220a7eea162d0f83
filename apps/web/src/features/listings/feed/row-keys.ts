interface KeyedRow {
  id: string
  /** Whether another listing may take over the row's elements; never with the focus, an open dialog or an error in it. */
  isReusable: boolean
}

/** The elements that show a listing: their React key, and their position among the rendered rows. */
export interface RowSlot {
  id: string
  key: number
}

/**
 * Assigns React keys to the rendered rows. A new listing reuses the elements of a removed row, because updating them
 * costs less than creating them. While the page scrolls, elements keep their place in the document, because moving them
 * would lay them out again; afterwards they are in the order of the list.
 */
export function createRowKeys(): (rows: readonly KeyedRow[], isScrolling: boolean) => readonly RowSlot[] {
  let previous: readonly KeyedRow[] = []
  let slots: readonly RowSlot[] = []
  let created = 0
  return (rows, isScrolling) => {
    const keys = new Map(slots.map(({ id, key }) => [id, key]))
    const present = new Set(rows.map(({ id }) => id))
    const free = previous
      .filter(({ id, isReusable }) => isReusable && !present.has(id))
      .flatMap(({ id }) => keys.get(id) ?? [])
    const ordered = rows.map(({ id }) => {
      const key = keys.get(id) ?? free.shift() ?? created
      if (key === created) created += 1
      return { id, key }
    })
    previous = rows
    slots = isScrolling ? inOrderOf(slots, ordered) : ordered
    return slots
  }
}

/** Slots at the positions that they had, followed by new ones. */
function inOrderOf(before: readonly RowSlot[], latest: readonly RowSlot[]): RowSlot[] {
  const byKey = new Map(latest.map((slot) => [slot.key, slot]))
  const known = before.flatMap(({ key }) => byKey.get(key) ?? [])
  const knownKeys = new Set(known.map(({ key }) => key))
  return [...known, ...latest.filter(({ key }) => !knownKeys.has(key))]
}
