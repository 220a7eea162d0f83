import { passkeyName } from '@terrace/contracts/security'
import { useId, useState, type FormEvent } from 'react'
import { deviceName } from '@terrace/domain/devices/device-name'
import { PasskeyError } from '#web/features/accounts/second-factor/passkey-client.ts'
import { FormError } from '#web/forms/form-error.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { FormActions } from '#web/ui/overlay/form-actions.tsx'
import { useAddPasskey } from './mutations.ts'

interface AddPasskeyDialogProps {
  isOpen: boolean
  onClose: () => void
  /** With the recovery codes of a first second factor. */
  onAdded: (codes: readonly string[] | null) => void
}

/** Names a new passkey and lets the browser create it. */
export function AddPasskeyDialog({ isOpen, onClose, onAdded }: AddPasskeyDialogProps) {
  const formId = useId()
  const [name, setName] = useState(() => deviceName(navigator.userAgent))
  const add = useAddPasskey()
  const parsed = passkeyName.safeParse(name)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!parsed.success || add.isPending) return
    add.mutate({ name: parsed.data }, { onSuccess: ({ recovery_codes }) => onAdded(recovery_codes) })
  }

  return (
    <Dialog
      size="sm"
      title="Add passkey"
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={!add.isPending}
      actions={
        <FormActions formId={formId} submitLabel="Add passkey" isPending={add.isPending} onCancel={onClose} />
      }
    >
      <form id={formId} noValidate onSubmit={submit} aria-label="Add passkey" className="space-y-4">
        <p className="text-sm text-muted">
          Your browser asks next where to save the passkey: on this device, on your phone or on a security
          key.
        </p>
        <TextField
          label="Name"
          description="So that you recognise it in the list."
          value={name}
          onChange={setName}
          error={parsed.error?.issues[0]?.message}
          isTouched
          autoFocus
        />
        {add.error instanceof PasskeyError ? (
          <ActionError error={add.error} text={add.error.message} />
        ) : (
          add.isError && <FormError error={add.error} />
        )}
      </form>
    </Dialog>
  )
}
