import { csvText } from '@terrace/domain/text/csv-text'
import { saveText } from '#web/lib/save-as.ts'
import { shownColumns, type TableColumn, type TableLayout } from './table-column.ts'

/** Saves rows as `<name>.csv` with the shown columns. */
export function saveCsv<Item>(
  name: string,
  { columns, layout }: { columns: readonly TableColumn<Item>[]; layout: TableLayout },
  items: readonly Item[],
): void {
  saveText(csvText(csvRows(columns, layout, items)), {
    filename: `${name}.csv`,
    type: 'text/csv;charset=utf-8',
  })
}

/** Rows for a CSV of the shown columns, titles first. */
export function csvRows<Item>(
  columns: readonly TableColumn<Item>[],
  layout: TableLayout,
  items: readonly Item[],
): string[][] {
  const exported = shownColumns(columns, layout).filter(({ text }) => text !== undefined)
  return [
    exported.map(({ title }) => title),
    ...items.map((item) => exported.map(({ text }) => text?.(item) ?? '')),
  ]
}
