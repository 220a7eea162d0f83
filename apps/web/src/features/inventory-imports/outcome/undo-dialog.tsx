import { useQuery } from '@tanstack/react-query'
import type { WireInventoryImport } from '@terrace/contracts/inventory-imports'
import { useState } from 'react'
import { FormError } from '#web/forms/form-error.tsx'
import { counted } from '#web/features/inventory/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { undoPreviewQuery } from '#web/features/inventory-imports/data/queries.ts'
import type { ImportActionsState } from '#web/features/inventory-imports/preview/use-import-actions.ts'

export interface UndoDialogProps {
  item: WireInventoryImport
  undo: ImportActionsState['undo']
  isOpen: boolean
  onClose: () => void
}

/** Says what an undo does before it does it. Withdrawn listings go back on sale only if their tickets are still there. */
export function UndoDialog({ item, undo, isOpen, onClose }: UndoDialogProps) {
  const preview = useQuery(undoPreviewQuery(item.id))
  const [relists, setRelists] = useState(false)
  const plan = preview.data
  const isEmpty = plan && plan.restored + plan.withdrawn + plan.relistable.listings === 0
  return (
    <Dialog
      title={`Undo ${item.file_name}?`}
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={!undo.isPending}
      actions={
        <>
          <Button onPress={onClose} isDisabled={undo.isPending}>
            Cancel
          </Button>
          <Button
            tone="primary"
            isDisabled={!plan || isEmpty === true}
            isPending={undo.isPending}
            onPress={() => undo.mutate(relists, { onSuccess: onClose })}
          >
            Undo import
          </Button>
        </>
      }
    >
      {!plan &&
        (preview.error === null ? (
          <Skeleton className="h-32" />
        ) : (
          <LoadError title="Couldn’t work out what the undo does" query={preview} />
        ))}
      {plan && (
        <div className="space-y-4 text-sm">
          <ul className="list-disc space-y-1 pl-5">
            {plan.restored > 0 && (
              <li>{counted(plan.restored, 'changed listing')} get their former values back.</li>
            )}
            {plan.withdrawn > 0 && <li>{counted(plan.withdrawn, 'new listing')} are withdrawn.</li>}
            {plan.committed_tickets > 0 && (
              <li>
                Buyers hold or bought {counted(plan.committed_tickets, 'ticket')} of them, and keep these.
              </li>
            )}
            {plan.changed_since > 0 && (
              <li>{counted(plan.changed_since, 'listing')} were changed since, and stay as they are.</li>
            )}
            {isEmpty === true && <li>Nothing is left to undo.</li>}
          </ul>
          {plan.relistable.listings > 0 && (
            <div className="rounded bg-signal-soft px-4 py-3">
              <p>
                The file withdrew {counted(plan.relistable.listings, 'listing')} with{' '}
                {counted(plan.relistable.tickets, 'ticket')}. They stay withdrawn, unless none of these
                tickets was sold elsewhere.
              </p>
              <Checkbox isSelected={relists} onChange={setRelists}>
                None was sold elsewhere: put them back on sale
              </Checkbox>
            </div>
          )}
          {undo.error && <FormError error={undo.error} />}
        </div>
      )}
    </Dialog>
  )
}
