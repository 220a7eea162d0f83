import type { NumberColumn, TextColumn } from '../columns/columns.ts'
import type { CustomOrder } from '../settings.ts'

/** The columns of a store by path. */
interface SortColumns {
  numberColumns: { get(path: string): NumberColumn | undefined }
  textColumns: ReadonlyMap<string, TextColumn>
}

/** Compares two slots. Negative when `left` comes first. */
type CompareSlots = (left: number, right: number) => number

/** Compares by the first order that distinguishes two slots. Orders without values, and repeated ones, cannot. */
export function compareByOrders(orders: readonly CustomOrder[], columns: SortColumns): CompareSlots {
  const { numberColumns, textColumns } = columns
  const comparators = orders
    .filter(({ path }, at) => orders.findIndex((earlier) => earlier.path === path) === at)
    .filter(({ path }) => numberColumns.get(path) !== undefined || textColumns.has(path))
    .map((order) => compareByOrder(order, columns))
  return (left, right) => {
    for (const compare of comparators) {
      const result = compare(left, right)
      if (result !== 0) return result
    }
    return 0
  }
}

/** Records without a value come last in either direction. */
function compareByOrder({ path, isDescending }: CustomOrder, columns: SortColumns): CompareSlots {
  const numbers = columns.numberColumns.get(path)
  const texts = columns.textColumns.get(path)
  return (left, right) => {
    const [a, b] = [numbers?.single(left) ?? Number.NaN, numbers?.single(right) ?? Number.NaN]
    if (a === b) return 0
    if (a < b) return isDescending ? 1 : -1
    if (a > b) return isDescending ? -1 : 1
    if (Number.isNaN(a) !== Number.isNaN(b)) return Number.isNaN(a) ? 1 : -1
    const [x, y] = [texts?.text(left) ?? '', texts?.text(right) ?? '']
    if (x === y) return 0
    if (x === '' || y === '') return x === '' ? 1 : -1
    return x < y !== isDescending ? -1 : 1
  }
}
