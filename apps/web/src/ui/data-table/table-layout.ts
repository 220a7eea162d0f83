import { type TableColumn, type TableSort, type TableLayout } from './table-column.ts'

/** URL search parameters of a table's layout: `sort=-total`, `cols=city,views`. */
export interface TableLayoutParams {
  sort?: string | undefined
  cols?: string | undefined
}

/** What a layout needs to know of a column; one without `sort` cannot be sorted. */
export interface LayoutColumn {
  id: string
  sort?: unknown
}

/** Parses URL search parameters. Unknown columns are ignored. */
export function parseTableLayout(
  { sort = '', cols = '' }: TableLayoutParams,
  columns: readonly LayoutColumn[],
): TableLayout {
  const by = sort.replace(/^-/, '')
  const isSortable = columns.some((column) => column.id === by && column.sort !== undefined)
  const names = cols.split(',')
  return {
    sort: isSortable ? { by, direction: sort.startsWith('-') ? 'desc' : 'asc' } : null,
    toggled: new Set(columns.map(({ id }) => id).filter((id) => names.includes(id))),
  }
}

/** URL search parameters of a layout, without defaults. */
export function tableLayoutParams({ sort, toggled }: TableLayout): TableLayoutParams {
  return {
    sort: sort === null ? undefined : `${sort.direction === 'desc' ? '-' : ''}${sort.by}`,
    cols: toggled.size === 0 ? undefined : [...toggled].join(','),
  }
}

/** The sort after a press on a column: its first direction, the other one, then the default order. */
export function nextSort<Item>(
  { id, firstDirection = 'asc' }: TableColumn<Item>,
  sort: TableSort | null,
): TableSort | null {
  if (sort?.by !== id) return { by: id, direction: firstDirection }
  if (sort.direction !== firstDirection) return null
  return { by: id, direction: firstDirection === 'asc' ? 'desc' : 'asc' }
}

export function withColumn(layout: TableLayout, id: string): TableLayout {
  const toggled = new Set(layout.toggled)
  if (!toggled.delete(id)) toggled.add(id)
  return { ...layout, toggled }
}
