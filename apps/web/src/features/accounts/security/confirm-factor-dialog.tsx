import { factorMethod } from '@terrace/contracts/factors'
import { z } from 'zod/mini'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { ConfirmPasswordForm } from './confirm-password-form.tsx'
import { ConfirmSession } from './confirm-session.tsx'

interface ConfirmFactorDialogProps {
  isOpen: boolean
  /** Of `session.factor_required`; they name the methods. */
  errors: unknown
  onResult: (isConfirmed: boolean) => void
}

const details = z.object({ methods: z.array(factorMethod) })

/** Asks for a factor; once the server has accepted it, the call that needed it goes on. */
export function ConfirmFactorDialog({ isOpen, errors, onResult }: ConfirmFactorDialogProps) {
  const methods = details.safeParse(errors).data?.methods ?? ['password']
  const confirm = () => onResult(true)
  return (
    <Dialog size="sm" title="Confirm it’s you" isOpen={isOpen} onClose={() => onResult(false)}>
      <p className="mb-4 text-sm text-muted">
        This concerns the security of your account. For ten minutes you won’t be asked again.
      </p>
      {methods.includes('password') ? (
        <ConfirmPasswordForm onConfirmed={confirm} />
      ) : (
        <ConfirmSession methods={methods} onConfirmed={confirm} />
      )}
    </Dialog>
  )
}
