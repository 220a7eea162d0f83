import { shownColumns, type TableColumn, type TableSort, type TableView } from './table-column.ts'

/** URL search parameters of a table's view: `sort=-total`, `cols=city,views`. */
export interface TableViewParams {
  sort?: string | undefined
  cols?: string | undefined
}

/** Parses URL search parameters. Unknown columns are ignored. */
export function parseTableView<Item>(
  { sort = '', cols = '' }: TableViewParams,
  columns: readonly Pick<TableColumn<Item>, 'id' | 'sort'>[],
): TableView {
  const by = sort.replace(/^-/, '')
  const isSortable = columns.some((column) => column.id === by && column.sort !== undefined)
  const names = cols.split(',')
  return {
    sort: isSortable ? { by, direction: sort.startsWith('-') ? 'desc' : 'asc' } : null,
    toggled: new Set(columns.map(({ id }) => id).filter((id) => names.includes(id))),
  }
}

/** URL search parameters of a view, without defaults. */
export function tableViewParams({ sort, toggled }: TableView): TableViewParams {
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

/** The view with one column shown or hidden. */
export function withColumn(view: TableView, id: string): TableView {
  const toggled = new Set(view.toggled)
  if (!toggled.delete(id)) toggled.add(id)
  return { ...view, toggled }
}

/** Rows for a CSV of the shown columns, titles first. */
export function csvRows<Item>(
  columns: readonly TableColumn<Item>[],
  view: TableView,
  items: readonly Item[],
): string[][] {
  const exported = shownColumns(columns, view).filter(({ text }) => text !== undefined)
  return [
    exported.map(({ title }) => title),
    ...items.map((item) => exported.map(({ text }) => text?.(item) ?? '')),
  ]
}
