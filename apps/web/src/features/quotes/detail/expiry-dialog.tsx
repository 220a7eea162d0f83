import type { QuoteDuration } from '@terrace/domain/time/quote-durations'
import { useState } from 'react'
import { FormError } from '#web/forms/form-error.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { OnDemandDialog } from '#web/ui/overlay/on-demand-dialog.tsx'
import { ExpiryField } from '#web/features/quotes/builder/terms-fields.tsx'

/** State of a dialog that confirms one API call. */
export interface ActionDialogProps {
  isOpen: boolean
  isPending: boolean
  /** Error of the last attempt. */
  error: unknown
  onCancel: () => void
}

interface ExpiryDialogProps extends ActionDialogProps {
  title: string
  message: string
  confirmLabel: string
  onConfirm: (hours: QuoteDuration) => void
}

/** Asks for a duration, counted from now. */
export function ExpiryDialog({ title, message, confirmLabel, onConfirm, ...state }: ExpiryDialogProps) {
  const [hours, setHours] = useState<QuoteDuration>(24)
  return (
    <OnDemandDialog
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
    </OnDemandDialog>
  )
}
