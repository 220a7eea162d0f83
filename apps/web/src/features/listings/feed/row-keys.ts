interface KeyedRow {
  id: string
  /** Whether another listing may take over the row's elements; never with the focus, an open dialog or an error in it. */
  isReusable: boolean
}

/**
 * React keys of the rendered rows. A listing keeps its key; a new one takes over the elements of a row that has gone,
 * because updating a row costs less than creating it.
 */
export function createRowKeys(): (rows: readonly KeyedRow[]) => ReadonlyMap<string, number> {
  let previous: readonly KeyedRow[] = []
  let keys: ReadonlyMap<string, number> = new Map()
  let created = 0
  return (rows) => {
    const present = new Set(rows.map(({ id }) => id))
    const free = previous
      .filter(({ id, isReusable }) => isReusable && !present.has(id))
      .flatMap(({ id }) => keys.get(id) ?? [])
    const latest = new Map<string, number>()
    for (const { id } of rows) {
      const known = keys.get(id) ?? free.shift()
      latest.set(id, known ?? created)
      if (known === undefined) created += 1
    }
    previous = rows
    keys = latest
    return keys
  }
}
