import { useState } from 'react'
import { csvText } from '@terrace/domain/text/csv-text'
import { errorText } from '#web/lib/http/api-error.ts'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { saveText } from '#web/lib/save-as.ts'
import { ExportCsvButton } from './export-csv-button.tsx'
import type { ListQuery } from './list-query.ts'
import type { TableColumn, TableLayout } from './table-column.ts'
import { csvRows } from './table-layout.ts'

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

interface CsvButtonProps<Item> {
  name: string
  columns: readonly TableColumn<Item>[]
  layout: TableLayout
  list: ListQuery<Item>
  /** Puts the loaded rows into the shown order. */
  sorted: (items: readonly Item[]) => readonly Item[]
}

/** Downloads the filtered list with the shown columns; loads the rows that are missing first. */
export function CsvButton<Item>({ name, columns, layout, list, sorted }: CsvButtonProps<Item>) {
  const [state, setState] = useState<{ isPending: boolean; error: unknown }>({
    isPending: false,
    error: null,
  })

  async function save() {
    setState({ isPending: true, error: null })
    try {
      saveCsv(name, { columns, layout }, sorted(await list.loadAll()))
      setState({ isPending: false, error: null })
    } catch (error) {
      setState({ isPending: false, error })
    }
  }

  const isEmpty = list.items?.length === 0
  useCommands('Table', [
    {
      id: 'table.export',
      title: 'Export CSV',
      run: isEmpty || list.items === undefined || state.isPending ? null : () => void save(),
    },
  ])

  return (
    <>
      <ExportCsvButton
        isPending={state.isPending}
        isEmpty={isEmpty}
        isDisabled={list.items === undefined}
        onPress={() => void save()}
      />
      {state.error !== null && (
        <p role="alert" className="w-full text-sm font-medium text-danger">
          {errorText(state.error)}
        </p>
      )}
    </>
  )
}
