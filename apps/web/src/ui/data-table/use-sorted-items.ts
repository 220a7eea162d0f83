import { useState } from 'react'
import type { ListQuery } from './list-query.ts'
import type { TableColumn, TableLayout } from './table-column.ts'

interface Order {
  /** The list and its sort. */
  name: string
  keys: readonly string[]
}

interface SortedItems<Item> {
  items: readonly Item[]
  /** Sorts again, when live changes have made the order outdated. */
  resort: (() => void) | undefined
}

/**
 * The list in the order of a column, sorted here or by the server. A live change does not move a row: the order stays
 * until the user sorts again, filters or reloads. New rows among the loaded ones are inserted where they belong. A row
 * that the server moved behind the loaded pages leaves the list until its page is loaded.
 */
export function useSortedItems<Item>(
  { items: latest, isStale, listKey = '' }: Pick<ListQuery<Item>, 'items' | 'isStale' | 'listKey'>,
  {
    columns,
    layout: { sort },
    keyOf,
  }: { columns: readonly TableColumn<Item>[]; layout: TableLayout; keyOf: (item: Item) => string },
): SortedItems<Item> {
  const column = columns.find(({ id }) => id === sort?.by)
  const compare = typeof column?.sort === 'function' ? column.sort : null
  const sign = sort?.direction === 'desc' ? -1 : 1
  const name = `${listKey} ${sort ? `${sort.by} ${sort.direction}` : ''}`
  const [order, setOrder] = useState<Order>({ name: '', keys: [] })
  if (latest === undefined) return { items: [], resort: undefined }

  const sorted = compare ? latest.toSorted((left, right) => sign * compare(left, right)) : latest
  // Items of earlier filters are still in the earlier order.
  const shown = order.name === name || isStale ? inEarlierOrder(sorted, order.keys, keyOf) : sorted
  const shownKeys = shown.map(keyOf)
  if (!isStale && (order.name !== name || !isSubset(shownKeys, order.keys)))
    setOrder({ name, keys: shownKeys })
  const isOutdated = !isStale && shown.some((item, index) => item !== sorted[index])
  return {
    items: shown,
    resort: isOutdated ? () => setOrder({ name, keys: sorted.map(keyOf) }) : undefined,
  }
}

/**
 * The items in the order of `keys`. An item without a key follows the one that it follows in `sorted`; those after the
 * last known item, such as the next page, come last.
 */
function inEarlierOrder<Item>(
  sorted: readonly Item[],
  keys: readonly string[],
  keyOf: (item: Item) => string,
): readonly Item[] {
  const positions = new Map(keys.map((key, position) => [key, position]))
  const positionOf = (item: Item) => positions.get(keyOf(item))
  const lastKnown = sorted.findLastIndex((item) => positionOf(item) !== undefined)
  const first: Item[] = []
  /** The new items that follow a known one. */
  const newAfter = new Map<Item, Item[]>()
  let place = first
  for (const item of sorted.slice(0, lastKnown + 1)) {
    if (positionOf(item) === undefined) {
      place.push(item)
      continue
    }
    place = []
    newAfter.set(item, place)
  }
  const kept = [...newAfter.keys()].toSorted(
    (left, right) => (positionOf(left) ?? 0) - (positionOf(right) ?? 0),
  )
  return [
    ...first,
    ...kept.flatMap((item) => [item, ...(newAfter.get(item) ?? [])]),
    ...sorted.slice(lastKnown + 1),
  ]
}

function isSubset(keys: readonly string[], of: readonly string[]): boolean {
  const known = new Set(of)
  return keys.every((key) => known.has(key))
}
