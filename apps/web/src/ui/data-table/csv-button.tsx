import { useState } from 'react'
import { errorText } from '#web/lib/http/api-error.ts'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { ExportCsvButton } from './export-csv-button.tsx'
import type { ListQuery } from './list-query.ts'
import type { TableColumn, TableLayout } from './table-column.ts'

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
      const [{ saveCsv }, items] = await Promise.all([import('./save-csv.ts'), list.loadAll()])
      saveCsv(name, { columns, layout }, sorted(items))
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
