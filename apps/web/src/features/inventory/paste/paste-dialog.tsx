import { useState } from 'react'
import { errorText } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { reverseChange } from '#web/features/inventory/edit/row-change.ts'
import type { SaveRow } from '#web/features/inventory/edit/use-save-row.ts'
import { counted, listingName } from '#web/features/inventory/texts.ts'
import { ChangesTable } from '#web/features/inventory/edit/changes-table.tsx'
import type { PastedRow, PastePlan } from './paste-plan.ts'

export interface PasteDialogProps {
  plan: PastePlan
  saveRow: SaveRow
  isOpen: boolean
  onClose: () => void
}

interface Outcome {
  text: string
  isSaved: boolean
}

/** Shows what pasted cells change, saves them listing by listing, and can undo what was saved. */
export function PasteDialog({ plan, saveRow, isOpen, onClose }: PasteDialogProps) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [state, setState] = useState<'preview' | 'saving' | 'saved' | 'undone'>('preview')
  const savable = plan.rows.filter(({ change }) => Object.keys(change).length > 0)
  const saved = savable.filter(({ row }) => outcomes.get(row.id)?.isSaved)

  const report = (id: string, outcome: Outcome) => setOutcomes((known) => new Map(known).set(id, outcome))

  async function run(rows: readonly PastedRow[], isUndo: boolean) {
    setState('saving')
    for (const { row, change } of rows) {
      const base = isUndo ? { ...row, ...changedRow.get(row.id) } : row
      const result = await saveRow(base, isUndo ? reverseChange(row, change) : change)
      if (result.status === 'saved') {
        changedRow.set(row.id, result.row)
        report(row.id, { text: isUndo ? 'Undone' : 'Saved', isSaved: !isUndo })
      } else if (result.status === 'conflict')
        report(row.id, { text: 'Changed elsewhere, left as it is', isSaved: false })
      else report(row.id, { text: errorText(result.error), isSaved: false })
    }
    setState(isUndo ? 'undone' : 'saved')
  }
  const [changedRow] = useState(() => new Map<string, PastedRow['row']>())

  return (
    <Dialog
      title={state === 'preview' ? 'Paste cells' : state === 'undone' ? 'Paste undone' : 'Pasted cells'}
      size="lg"
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={state !== 'saving'}
      actions={
        state === 'preview' || state === 'saving' ? (
          <>
            <Button onPress={onClose} isDisabled={state === 'saving'}>
              Cancel
            </Button>
            <Button
              tone="primary"
              isPending={state === 'saving'}
              isDisabled={savable.length === 0}
              onPress={() => void run(savable, false)}
            >
              Change {counted(savable.length, 'listing')}
            </Button>
          </>
        ) : (
          <>
            {state === 'saved' && saved.length > 0 && (
              <Button onPress={() => void run(saved, true)}>Undo {counted(saved.length, 'change')}</Button>
            )}
            <Button tone="primary" onPress={onClose}>
              Done
            </Button>
          </>
        )
      }
    >
      <p role="status" className="text-sm text-muted">
        {summary(plan)}
        {state === 'saving' && ` Saved ${outcomes.size} of ${savable.length}.`}
      </p>
      <PastedRows plan={plan} outcomes={outcomes} />
    </Dialog>
  )
}

function summary({ rows, unchanged, problems, leftOver }: PastePlan): string {
  const parts = [
    `${counted(rows.length, 'listing')} differ${rows.length === 1 ? 's' : ''}.`,
    ...(unchanged > 0 ? [`${counted(unchanged, 'listing')} already as pasted.`] : []),
    ...(problems > 0 ? [`${counted(problems, 'cell')} cannot be used.`] : []),
    ...(leftOver > 0 ? [`${counted(leftOver, 'line')} below the last listing.`] : []),
  ]
  return parts.join(' ')
}

function PastedRows({ plan, outcomes }: { plan: PastePlan; outcomes: ReadonlyMap<string, Outcome> }) {
  if (plan.rows.length === 0) return null
  return (
    <ChangesTable newTitle="Pasted">
      {plan.rows.flatMap(({ row, cells }) =>
        cells.map((cell, index) => (
          <tr key={`${row.id} ${cell.title}`} className="border-t border-line-soft align-top">
            <td className="py-1 pr-3">{index === 0 && `${listingName(row)}, ${row.event.title}`}</td>
            <td className="py-1 pr-3">{cell.title}</td>
            <td className="py-1 text-right text-muted">{cell.from || '–'}</td>
            <td aria-hidden className="py-1 text-center text-muted">
              →
            </td>
            <td className="py-1 pr-3 font-semibold">{cell.to || '–'}</td>
            <td className={cell.problem === null ? 'py-1 text-muted' : 'py-1 font-medium text-danger'}>
              {cell.problem ?? outcomes.get(row.id)?.text}
            </td>
          </tr>
        )),
      )}
    </ChangesTable>
  )
}
