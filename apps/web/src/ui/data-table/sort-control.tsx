import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { NativeSelect } from '#web/ui/controls/native-select.tsx'
import { ArrowDownIcon, ArrowUpIcon } from '#web/ui/icons.ts'
import type { TableColumn, TableSort } from './table-column.ts'

interface SortControlProps<Item> {
  columns: readonly TableColumn<Item>[]
  sort: TableSort | null
  onSort: (sort: TableSort | null) => void
}

/** Sorts a table that is shown as cards, which have no column headers. */
export function SortControl<Item>({ columns, sort, onSort }: SortControlProps<Item>) {
  const sortable = columns.filter((column) => column.sort !== undefined)
  const options = [
    { id: '', name: 'Default order' },
    ...sortable.map(({ id, title }) => ({ id, name: title })),
  ]
  const isAscending = sort?.direction === 'asc'
  return (
    <span className="flex flex-1 items-center gap-1">
      <NativeSelect
        label="Sort by"
        options={options}
        value={sort?.by ?? ''}
        onChange={(by) => {
          const column = sortable.find(({ id }) => id === by)
          onSort(column ? { by, direction: column.firstDirection ?? 'asc' } : null)
        }}
        className="min-w-32 flex-1"
      />
      {sort !== null && (
        <IconButton
          size="sm"
          tone="outline"
          label={isAscending ? 'Ascending. Sort descending' : 'Descending. Sort ascending'}
          icon={isAscending ? <ArrowUpIcon aria-hidden /> : <ArrowDownIcon aria-hidden />}
          onPress={() => onSort({ ...sort, direction: isAscending ? 'desc' : 'asc' })}
        />
      )}
    </span>
  )
}
