import { useState } from 'react'
import type { ListQuery } from './list-query.ts'
import type { TableColumn, TableLayout } from './table-column.ts'

interface Order {
  /** The list and its sort. */
  name: string
  keys: readonly string[]
  total: number
  /** Rows that the server moved behind the loaded pages since the list was sorted. */
  movedAway: readonly string[]
}

const noOrder: Order = { name: '', keys: [], total: 0, movedAway: [] }

interface SortedItems<Item> {
  items: readonly Item[]
  /** Sorts again, when live changes have made the order outdated. */
  sortAgain: (() => void) | undefined
  /** The number of rows that left the loaded pages without leaving the list. */
  movedAway: number
}

/**
 * The list in the order of a column, sorted here or by the server. A live change does not move a row: the order stays
 * until the user sorts again, filters or reloads. New rows among the loaded ones are inserted where they belong. A row
 * that the server moved behind the loaded pages leaves the list until its page is loaded, and is counted.
 */
export function useSortedItems<Item>(
  {
    items: latest,
    total,
    isStale,
    listKey = '',
    more,
  }: Pick<ListQuery<Item>, 'items' | 'total' | 'isStale' | 'listKey' | 'more'>,
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
  const [order, setOrder] = useState(noOrder)
  if (latest === undefined) return { items: [], sortAgain: undefined, movedAway: 0 }

  const sorted = compare ? latest.toSorted((left, right) => sign * compare(left, right)) : latest
  // Items of earlier filters are still in the earlier order.
  const shown = order.name === name || isStale ? inEarlierOrder(sorted, order.keys, keyOf) : sorted
  const shownKeys = shown.map(keyOf)
  if (!isStale && order.name !== name) setOrder({ name, keys: shownKeys, total, movedAway: [] })
  else if (!isStale && hasChanged(order, shownKeys, total)) {
    const gone = without(order.keys, shownKeys)
    // Removed rows make the list shorter, and each new row pushes another one out; the others moved.
    const moved = more === undefined ? [] : gone.slice(Math.abs(order.total - total))
    setOrder({ name, keys: shownKeys, total, movedAway: [...without(order.movedAway, shownKeys), ...moved] })
  }
  const movedAway = order.name === name && !isStale ? without(order.movedAway, shownKeys).length : 0
  const isOutdated = !isStale && (movedAway > 0 || shown.some((item, index) => item !== sorted[index]))
  return {
    items: shown,
    sortAgain: isOutdated
      ? () => setOrder({ name, keys: sorted.map(keyOf), total, movedAway: [] })
      : undefined,
    movedAway,
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

/** Whether there are other rows, or the list has another length. */
const hasChanged = (order: Order, keys: readonly string[], total: number): boolean =>
  order.total !== total || order.keys.length !== keys.length || without(keys, order.keys).length > 0

function without(keys: readonly string[], excluded: readonly string[]): readonly string[] {
  const known = new Set(excluded)
  return keys.filter((key) => !known.has(key))
}
