import { useState } from 'react'
import { FormError } from '#web/features/accounts/form-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { ActDialogProps } from './expiry-dialog.tsx'

interface WithdrawDialogProps extends ActDialogProps {
  onConfirm: (reason: string) => void
}

const longestReason = 300

/** Asks before a quote is taken back, and why, for the team's own history. */
export function WithdrawDialog({ onConfirm, ...state }: WithdrawDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title="Withdraw the quote?"
      isOpen={state.isOpen}
      onClose={state.onCancel}
      isDismissable={!state.isPending}
      actions={
        <>
          <Button onPress={state.onCancel} isDisabled={state.isPending}>
            Cancel
          </Button>
          <Button tone="danger" isPending={state.isPending} onPress={() => onConfirm(reason.trim())}>
            Withdraw
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <p className="text-sm text-muted">
          The link then says only whom to contact. You can revive the quote later.
        </p>
        <TextField
          label="Reason"
          description="For your team’s history; the client does not see it."
          value={reason}
          onChange={setReason}
          maxLength={longestReason}
          autoComplete="off"
        />
        {state.error !== null && <FormError error={state.error} />}
      </div>
    </Dialog>
  )
}
