import { securityRoutes } from '@terrace/contracts/security'
import type { ResponseOf } from '@terrace/contracts/route'
import { useId, type FormEvent } from 'react'
import { fieldErrors } from '#web/forms/field-errors.ts'
import { FormError } from '#web/forms/form-error.tsx'
import { useFields } from '#web/forms/use-fields.ts'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { QrCode } from '#web/ui/data-display/qr-code.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { FormActions } from '#web/ui/overlay/form-actions.tsx'
import { useConfirmApp } from './mutations.ts'

interface AppSetupDialogProps {
  isOpen: boolean
  setup: ResponseOf<typeof securityRoutes.setUpApp>['data']
  onClose: () => void
  /** With the recovery codes of a first second factor. */
  onConfirmed: (codes: readonly string[] | null) => void
}

/** Shows the secret as a QR code and as text, and asks for a first code. */
export function AppSetupDialog({ isOpen, setup, onClose, onConfirmed }: AppSetupDialogProps) {
  const formId = useId()
  const confirm = useConfirmApp()
  const { values, field, isReady } = useFields(
    ['code'],
    (typed) => fieldErrors(securityRoutes.confirmApp.body, { id: setup.id, ...typed }),
    () => confirm.isError && confirm.reset(),
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    if (confirm.isPending || !isReady()) return
    confirm.mutate(
      { id: setup.id, code: values.code },
      { onSuccess: ({ recovery_codes }) => onConfirmed(recovery_codes) },
    )
  }

  return (
    <Dialog
      size="sm"
      title="Set up authenticator app"
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={!confirm.isPending}
      actions={
        <FormActions formId={formId} submitLabel="Confirm" isPending={confirm.isPending} onCancel={onClose} />
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={submit}
        aria-label="Set up authenticator app"
        className="space-y-4"
      >
        <p className="text-sm text-muted">
          Scan this with your authenticator app, or type the secret into it. Then enter the code that it
          shows.
        </p>
        <div className="flex justify-center">
          <QrCode text={setup.uri} label="QR code for your authenticator app" />
        </div>
        <div>
          <p className="mb-1.5 text-sm font-medium">Secret</p>
          <div className="flex flex-wrap items-center gap-3">
            <code className="font-mono text-sm [overflow-wrap:anywhere]">
              {setup.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
            </code>
            <CopyButton text={setup.secret} label="Copy secret" />
          </div>
        </div>
        <TextField
          {...field('code')}
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          isInvalid={confirm.isError}
          autoFocus
        />
        {confirm.isError && <FormError error={confirm.error} />}
      </form>
    </Dialog>
  )
}
