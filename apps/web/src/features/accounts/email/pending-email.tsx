import type { WireEmailAddress } from '@terrace/contracts/email-change'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { useCancelEmailChange, useResendEmailChange } from './mutations.ts'

/** The new address that waits for its link, with buttons to send it again and to cancel. */
export function PendingEmail({ pending }: { pending: NonNullable<WireEmailAddress['pending']> }) {
  const resend = useResendEmailChange()
  const cancel = useCancelEmailChange()
  const error = cancel.error ?? resend.error
  return (
    <div className="mt-3 border-t border-line pt-3 sm:ml-9">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-48 flex-1">
          <p className="font-medium [overflow-wrap:anywhere]">{pending.email}</p>
          <p className="tabular mt-0.5 text-xs text-muted">
            We sent a link to this address. It works until {inViewerTimeZone(pending.expires_at)}.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            isPending={resend.isPending}
            isDisabled={cancel.isPending}
            onPress={() => resend.mutate()}
          >
            Send again
          </Button>
          <Button
            size="sm"
            isPending={cancel.isPending}
            isDisabled={resend.isPending}
            onPress={() => cancel.mutate()}
          >
            Cancel change
          </Button>
        </div>
      </div>
      {error && (
        <div className="mt-3">
          <ActionError error={error} />
        </div>
      )}
      <div className={resend.isSuccess ? 'mt-3' : ''}>
        <FormNotice text={resend.isSuccess ? 'We sent another link' : null} />
      </div>
    </div>
  )
}
