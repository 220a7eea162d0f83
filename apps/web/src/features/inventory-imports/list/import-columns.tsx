import type { WireInventoryImport } from '@terrace/contracts/inventory-imports'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { sizeText } from '#web/lib/format/file-size.ts'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { StatusPill } from '#web/ui/data-display/badge.tsx'
import type { TableColumn } from '#web/ui/data-table/table-column.ts'
import { sourceTexts, stateText, stateTones } from '#web/features/inventory-imports/texts.ts'

type Import = WireInventoryImport

/** The state of an import, and how far the server is. */
export function ImportState({ item }: { item: Import }) {
  const { progress } = item
  return (
    <span className="inline-flex items-center gap-2">
      <StatusPill tone={stateTones[item.state]}>{stateText(item)}</StatusPill>
      {progress && (
        <span className="tabular text-muted">
          {progress.total === null
            ? `${formatCount(progress.done)} rows`
            : `${Math.floor((100 * progress.done) / Math.max(progress.total, 1))} %`}
        </span>
      )}
    </span>
  )
}

const countColumn = (
  id: 'new' | 'changed' | 'withdrawn' | 'held' | 'invalid',
  title: string,
  dropOrder: number,
  tone = '',
): TableColumn<Import> => ({
  id,
  title,
  width: 62,
  isNumeric: true,
  dropOrder,
  cell: ({ counts }) => (
    <span className={counts[id] > 0 ? tone : 'text-muted'}>{formatCount(counts[id])}</span>
  ),
})

/** Columns of the list of imports. */
export const importColumns: readonly TableColumn<Import>[] = [
  { id: 'file', title: 'File', width: 200, grow: 2, cell: (item) => item.file_name },
  { id: 'state', title: 'State', width: 150, cell: (item) => <ImportState item={item} /> },
  {
    id: 'profile',
    title: 'Profile',
    width: 110,
    grow: 1,
    dropOrder: 5,
    cell: ({ profile }) => <span className="truncate">{profile.name}</span>,
  },
  {
    id: 'rows',
    title: 'Rows',
    width: 64,
    isNumeric: true,
    dropOrder: 2,
    cell: (item) => formatCount(item.rows_read),
  },
  countColumn('new', 'New', 8),
  countColumn('changed', 'Changed', 9),
  countColumn('withdrawn', 'Withdrawn', 10, 'font-semibold text-danger'),
  countColumn('held', 'Held', 11, 'font-semibold text-signal'),
  countColumn('invalid', 'Invalid', 12, 'font-semibold text-signal'),
  {
    id: 'size',
    title: 'Size',
    width: 70,
    isNumeric: true,
    dropOrder: 1,
    cell: (item) => sizeText(item.file_bytes),
  },
  {
    id: 'by',
    title: 'Uploaded by',
    width: 112,
    dropOrder: 4,
    cell: (item) => <span className="truncate">{item.uploaded_by ?? sourceTexts[item.source]}</span>,
  },
  {
    id: 'at',
    title: 'When',
    width: 130,
    dropOrder: 6,
    cell: (item) => <span className="tabular whitespace-nowrap">{inViewerTimeZone(item.created_at)}</span>,
  },
]
