import type { WireBulkRow } from '@terrace/contracts/inventory-bulk'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { fieldTitle, valueText } from '#web/features/inventory/edit/change-text.ts'
import { sharedSeatsText } from '#web/features/inventory/detail/shared-seats.ts'
import { listingName } from '#web/features/inventory/texts.ts'
import { ChangesTable } from '#web/features/inventory/edit/changes-table.tsx'

interface BulkRowsProps {
  rows: readonly WireBulkRow[]
  /** Which rows an undo may put back on sale; `null` where nothing is undone. */
  unsold: {
    confirmed: ReadonlySet<string>
    confirm: (ids: readonly string[], isConfirmed: boolean) => void
  } | null
}

const resultTexts = {
  pending: '',
  applied: 'Saved',
  skipped: 'Left as it is',
  undone: 'Undone',
  undo_skipped: 'Not undone',
} as const

/** Old and new values in fixed columns, with the result of each row. */
export function BulkRows({ rows, unsold }: BulkRowsProps) {
  if (rows.length === 0) return <p className="mt-4 text-sm text-muted">None.</p>
  const withdrawn = rows.filter(wasWithdrawn).map(({ listing_id: id }) => id)
  return (
    <>
      {unsold && withdrawn.length > 1 && (
        <div className="mt-3">
          <Checkbox
            isSelected={withdrawn.every((id) => unsold.confirmed.has(id))}
            onChange={(isConfirmed) => unsold.confirm(withdrawn, isConfirmed)}
          >
            None of these {withdrawn.length} was sold elsewhere: undo puts them back on sale
          </Checkbox>
        </div>
      )}
      <ChangesTable newTitle="New">
        {rows.map((row) => (
          <BulkRow key={row.listing_id} row={row} unsold={unsold} />
        ))}
      </ChangesTable>
    </>
  )
}

/** Whether the edit took the listing off sale. */
const wasWithdrawn = ({ result, changes }: WireBulkRow) =>
  result === 'applied' && changes.some(({ field, to }) => field === 'published' && to === false)

function BulkRow({ row, unsold }: { row: WireBulkRow; unsold: BulkRowsProps['unsold'] }) {
  const lines = row.changes.length === 0 ? [null] : row.changes
  return lines.map((change, index) => (
    <tr key={change?.field ?? 'none'} className="border-t border-line-soft align-top">
      <td className="py-1 pr-3">
        {index === 0 && `${listingName(row)}, ${row.event?.title ?? 'unknown event'}`}
      </td>
      <td className="py-1 pr-3">{change && fieldTitle(change.field)}</td>
      <td className="py-1 text-right text-muted">{change && valueText(change.field, change.from)}</td>
      <td aria-hidden className="py-1 text-center text-muted">
        {change && '→'}
      </td>
      <td className="py-1 pr-3 font-semibold">{change && valueText(change.field, change.to)}</td>
      <td className="py-1">
        {index === 0 && (
          <>
            {row.problem ? (
              <span className="font-medium text-danger">{row.problem.message}</span>
            ) : (
              resultTexts[row.result]
            )}
            {row.shared_seats.length > 0 && (
              <span className="block text-signal">{sharedSeatsText(row.shared_seats)}</span>
            )}
            {row.uses_floor && <span className="block text-signal">Your floor is used.</span>}
            {unsold && wasWithdrawn(row) && (
              <Checkbox
                isSelected={unsold.confirmed.has(row.listing_id)}
                onChange={(isConfirmed) => unsold.confirm([row.listing_id], isConfirmed)}
              >
                Not sold elsewhere: undo puts it back on sale
              </Checkbox>
            )}
          </>
        )}
      </td>
    </tr>
  ))
}
