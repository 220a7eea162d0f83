import { verifyEmailRoutes } from '@terrace/contracts/verify-email'
import { useState } from 'react'
import { call } from '#web/lib/http/api-client.ts'
import { useSubmit } from '#web/forms/use-submit.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'

/**
 * Confirms the email address with the token of an email (product.md §12.7). Requires a press, because link scanners
 * open every link in an email.
 */
export function VerifyEmail({ token }: { token: string }) {
  const [notice, setNotice] = useState<string | null>(null)
  const confirming = useSubmit(async () =>
    setNotice((await call(verifyEmailRoutes.confirm, { body: { token } })).message),
  )
  const resending = useSubmit(async () =>
    setNotice((await call(verifyEmailRoutes.resend, { body: { token } })).message),
  )
  const isResendRequested = resending.isPending || resending.isSuccess
  return (
    <div className="space-y-5">
      {confirming.isError && !isResendRequested && (
        <ActionError error={resending.error ?? confirming.error} />
      )}
      <FormNotice text={notice} />
      {confirming.isError ? (
        <Button
          tone="primary"
          size="lg"
          isFullWidth
          isPending={resending.isPending}
          isDisabled={resending.isSuccess}
          pendingLabel="Loading..."
          onPress={() => void resending.run(undefined)}
        >
          Send a new link
        </Button>
      ) : (
        <Button
          tone="primary"
          size="lg"
          isFullWidth
          isPending={confirming.isPending}
          isDisabled={confirming.isSuccess}
          pendingLabel="Loading..."
          onPress={() => void confirming.run(undefined)}
        >
          Confirm email address
        </Button>
      )}
    </div>
  )
}
