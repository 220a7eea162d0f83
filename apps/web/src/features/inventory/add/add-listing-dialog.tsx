import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { useId, useState } from 'react'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { FormActions } from '#web/ui/overlay/form-actions.tsx'
import type { Fees } from '#web/features/inventory/edit/fees.ts'
import { AddListingForm } from './add-listing-form.tsx'
import type { SearchEvents } from './event-picker.tsx'

export interface AddListingDialogProps {
  fees: Fees
  searchEvents: SearchEvents
  isOpen: boolean
  onClose: () => void
  onAdded: (row: WireInventoryRow) => void
}

/** Adds a listing by hand. A failed attempt keeps what was typed. */
export function AddListingDialog({ isOpen, onClose, ...props }: AddListingDialogProps) {
  const formId = useId()
  const [isPending, setPending] = useState(false)
  return (
    <Dialog
      title="Add listing"
      size="lg"
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={!isPending}
      actions={
        <FormActions formId={formId} submitLabel="Add listing" isPending={isPending} onCancel={onClose} />
      }
    >
      <AddListingForm id={formId} onPending={setPending} {...props} />
    </Dialog>
  )
}
