import type { QuoteDuration } from '@terrace/domain/quote-durations'
import { useState } from 'react'
import { FormError } from '#web/features/accounts/form-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ExpiryField } from './terms-fields.tsx'

/** How a dialog that asks for one call is doing. */
export interface ActDialogProps {
  isOpen: boolean
  isPending: boolean
  /** Why the last try failed. */
  error: unknown
  onCancel: () => void
}

interface ExpiryDialogProps extends ActDialogProps {
  title: string
  message: string
  confirmLabel: string
  onConfirm: (hours: QuoteDuration) => void
}

/** For how long a quote is to stand from now. */
export function ExpiryDialog({ title, message, confirmLabel, onConfirm, ...state }: ExpiryDialogProps) {
  const [hours, setHours] = useState<QuoteDuration>(24)
  return (
    <Dialog
      size="sm"
      title={title}
      isOpen={state.isOpen}
      onClose={state.onCancel}
      isDismissable={!state.isPending}
      actions={
        <>
          <Button onPress={state.onCancel} isDisabled={state.isPending}>
            Cancel
          </Button>
          <Button tone="primary" isPending={state.isPending} onPress={() => onConfirm(hours)}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <p className="text-sm text-muted">{message}</p>
        <ExpiryField label="Expires in" value={hours} onChange={setHours} />
        {state.error !== null && <FormError error={state.error} />}
      </div>
    </Dialog>
  )
}
