import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { listingName } from '#web/features/inventory/texts.ts'
import { fieldTitle, rowValueText } from './change-text.ts'
import { withChange } from './row-change.ts'
import type { Conflict } from './use-row-actions.ts'

interface ConflictDialogProps {
  conflict: Conflict
  isOpen: boolean
  /** Saves the seller's own values over the current ones. */
  onOverwrite: () => void
  onClose: () => void
}

/** Both values of a listing that was changed elsewhere while it was edited. */
export function ConflictDialog({ conflict, isOpen, onOverwrite, onClose }: ConflictDialogProps) {
  const { base, current, change } = conflict
  const mine = withChange(current, change)
  const fields = Object.keys(change)
  return (
    <Dialog
      title={`${listingName(base)} was changed elsewhere`}
      isOpen={isOpen}
      onClose={onClose}
      role="alertdialog"
      actions={
        <>
          <Button onPress={onClose}>Keep the current value</Button>
          <Button tone="primary" onPress={onOverwrite}>
            Save mine
          </Button>
        </>
      }
    >
      <p className="text-sm text-muted">{base.event.title}</p>
      <table className="tabular mt-3 w-full text-sm">
        <thead className="text-left text-xs text-muted">
          <tr>
            <th className="py-1 font-medium">Field</th>
            <th className="py-1 font-medium">Before</th>
            <th className="py-1 font-medium">Now</th>
            <th className="py-1 font-medium">Yours</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field} className="border-t border-line-soft">
              <th className="py-1.5 text-left font-medium">{fieldTitle(field)}</th>
              <td className="py-1.5 text-muted">{rowValueText(base, field)}</td>
              <td className="py-1.5 font-semibold">{rowValueText(current, field)}</td>
              <td className="py-1.5 font-semibold text-accent">{rowValueText(mine, field)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
