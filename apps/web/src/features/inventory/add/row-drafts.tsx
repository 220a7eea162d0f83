import type { PastedColumn, WireDraft } from '@terrace/contracts/inventory-drafts'
import type { ImportField } from '@terrace/contracts/inventory-profiles'
import { cx } from '#web/ui/cx.ts'
import { DraftEvent } from './draft-event.tsx'
import { DraftMessages } from './draft-messages.tsx'
import { importFieldNames } from '#web/features/inventory/import-field-names.ts'
import { listingFacts } from './draft-texts.ts'
import type { PastedDraft } from './pasted-draft.ts'

interface RowDraftsProps {
  rows: readonly PastedDraft[]
  columns: readonly PastedColumn[]
  onEdit: (at: number, cells: WireDraft['cells']) => void
  onChooseEvent: (at: number, eventId: number) => void
}

/** The pasted rows with editable cells, and what each one adds or lacks. */
export function RowDrafts({ rows, columns, onEdit, onChooseEvent }: RowDraftsProps) {
  if (rows.length === 0) return null
  const pasted = columns.flatMap(({ meaning }) => meaning?.field ?? [])
  // What a row lacks can be typed, although no column has it.
  const lacking = rows.flatMap(({ draft }) =>
    draft.problems.flatMap(({ field }) => (isCell(field) ? [field] : [])),
  )
  const fields = [...new Set([...pasted, ...lacking])]
  return (
    <div className="thin-scroll max-h-[50dvh] overflow-auto rounded border border-line">
      <table className="tabular w-full text-xs">
        <thead className="sticky top-0 z-10 bg-surface text-left text-muted">
          <tr>
            <th className="px-2 py-1.5 font-medium">Line</th>
            {fields.map((field) => (
              <th key={field} className="px-1 py-1.5 font-medium whitespace-nowrap">
                {importFieldNames[field]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <DraftRow
              key={at}
              row={row}
              line={at + 1}
              fields={fields}
              onEdit={(cells) => onEdit(at, cells)}
              onChooseEvent={(eventId) => onChooseEvent(at, eventId)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface DraftRowProps {
  row: PastedDraft
  line: number
  fields: readonly ImportField[]
  onEdit: (cells: WireDraft['cells']) => void
  onChooseEvent: (eventId: number) => void
}

function DraftRow({ row, line, fields, onEdit, onChooseEvent }: DraftRowProps) {
  const { draft, isAdded, isChecking, isChosen, rejection } = row
  const wrong = new Set<string>(draft.problems.map(({ field }) => field))
  const edit = (field: ImportField, value: string) => {
    if (value === (draft.cells[field] ?? '')) return
    const { [field]: _, ...others } = draft.cells
    onEdit(value === '' ? others : { ...others, [field]: value })
  }
  return (
    <>
      <tr
        aria-busy={isChecking}
        className={cx('border-t border-line-soft align-top', isChecking && 'opacity-60')}
      >
        <td className="px-2 py-1.5 text-muted">{line}</td>
        {fields.map((field) => (
          <td key={field} className="px-0.5 py-1">
            {isAdded ? (
              <span className="px-1">{draft.cells[field] ?? ''}</span>
            ) : (
              <input
                // Another value from the server replaces what is shown.
                key={draft.cells[field] ?? ''}
                aria-label={`${importFieldNames[field]}, line ${line}`}
                aria-invalid={wrong.has(field) || undefined}
                defaultValue={draft.cells[field] ?? ''}
                size={Math.min(Math.max((draft.cells[field] ?? '').length, 4), 22)}
                onBlur={({ target }) => edit(field, target.value.trim())}
                onKeyDown={(event) => {
                  if (event.key === 'Enter') edit(field, event.currentTarget.value.trim())
                }}
                className={cx(
                  'h-6 rounded-sm border bg-transparent px-1',
                  wrong.has(field)
                    ? 'border-danger'
                    : 'border-transparent hover:border-line focus:border-line-strong',
                )}
              />
            )}
          </td>
        ))}
      </tr>
      <tr className={cx(isChecking && 'opacity-60')}>
        <td />
        <td colSpan={fields.length} className="space-y-0.5 px-1 pb-2">
          {isAdded ? (
            <p className="font-semibold text-ok">Added: {listingFacts(draft).join(' · ')}</p>
          ) : (
            <>
              <DraftEvent
                draft={draft}
                onChoose={onChooseEvent}
                remember={isChosen ? { from: 'rows', name: draft.event_key } : null}
              />
              {draft.listing && <p>{listingFacts(draft).join(' · ')}</p>}
              <DraftMessages problems={draft.problems} notices={draft.notices} rejection={rejection} />
            </>
          )}
        </td>
      </tr>
    </>
  )
}

const isCell = (field: string): field is ImportField => Object.hasOwn(importFieldNames, field)
