import { useState } from 'react'
import type { TableColumn, TableLayout } from './table-column.ts'

interface Order {
  /** Column and direction. */
  name: string
  keys: readonly string[]
}

const noOrder: Order = { name: '', keys: [] }

interface SortedItems<Item> {
  items: readonly Item[]
  /** Sorts again, when live changes have made the order outdated. */
  resort: (() => void) | undefined
}

/**
 * Items sorted by a column in the browser. A live change of a value does not move its row: the order stays until the
 * user sorts again, or rows are added.
 */
export function useSortedItems<Item>(
  items: readonly Item[],
  {
    columns,
    layout,
    keyOf,
  }: { columns: readonly TableColumn<Item>[]; layout: TableLayout; keyOf: (item: Item) => string },
): SortedItems<Item> {
  const { sort } = layout
  const column = columns.find(({ id }) => id === sort?.by)
  const compare = typeof column?.sort === 'function' ? column.sort : null
  const [order, setOrder] = useState<Order>(noOrder)
  if (compare === null || sort === null) {
    // Forget the order, so that sorting by the column again uses current values.
    if (order !== noOrder) setOrder(noOrder)
    return { items, resort: undefined }
  }

  const sign = sort.direction === 'asc' ? 1 : -1
  const sorted = items.toSorted((left, right) => sign * compare(left, right))
  const name = `${sort.by} ${sort.direction}`
  const keys = sorted.map(keyOf)
  const positions = new Map(order.keys.map((key, position) => [key, position]))
  if (order.name !== name || keys.some((key) => !positions.has(key))) {
    setOrder({ name, keys })
    return { items: sorted, resort: undefined }
  }
  const kept = items.toSorted(
    (left, right) => (positions.get(keyOf(left)) ?? 0) - (positions.get(keyOf(right)) ?? 0),
  )
  const isOutdated = kept.some((item, index) => keyOf(item) !== keys[index])
  return { items: kept, resort: isOutdated ? () => setOrder({ name, keys }) : undefined }
}
