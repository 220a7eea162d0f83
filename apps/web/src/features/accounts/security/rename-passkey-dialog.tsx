import { passkeyName, type WirePasskey } from '@terrace/contracts/security'
import { useId, useState, type FormEvent } from 'react'
import { FormError } from '#web/forms/form-error.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { FormActions } from '#web/ui/overlay/form-actions.tsx'
import { useRenamePasskey } from './mutations.ts'

interface RenamePasskeyDialogProps {
  isOpen: boolean
  passkey: WirePasskey
  onClose: () => void
}

/** Gives a passkey another name. */
export function RenamePasskeyDialog({ isOpen, passkey, onClose }: RenamePasskeyDialogProps) {
  const formId = useId()
  const [name, setName] = useState(passkey.name)
  const rename = useRenamePasskey()
  const parsed = passkeyName.safeParse(name)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!parsed.success || rename.isPending) return
    rename.mutate({ id: passkey.id, name: parsed.data }, { onSuccess: onClose })
  }

  return (
    <Dialog
      size="sm"
      title="Rename passkey"
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={!rename.isPending}
      actions={
        <FormActions formId={formId} submitLabel="Save" isPending={rename.isPending} onCancel={onClose} />
      }
    >
      <form id={formId} noValidate onSubmit={submit} aria-label="Rename passkey" className="space-y-4">
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          error={parsed.error?.issues[0]?.message}
          isTouched
          autoFocus
        />
        {rename.isError && <FormError error={rename.error} />}
      </form>
    </Dialog>
  )
}
