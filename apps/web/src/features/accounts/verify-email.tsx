import { verifyEmailRoutes } from '@terrace/contracts/verify-email'
import { useState } from 'react'
import { call } from '#web/lib/api-client.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from './form-error.tsx'
import { FormNotice } from './form-notice.tsx'

/**
 * Confirms the e-mail address by the token of a letter (product.md §12). It takes a press: programs that open the links
 * of every letter, to see where they lead, must confirm nothing.
 */
export function VerifyEmail({ token }: { token: string }) {
  const [notice, setNotice] = useState<string | null>(null)
  const confirming = useSubmit(async () =>
    setNotice((await call(verifyEmailRoutes.confirm, { body: { token } })).message),
  )
  const asking = useSubmit(async () =>
    setNotice((await call(verifyEmailRoutes.resend, { body: { token } })).message),
  )
  const isAskedAgain = asking.isPending || asking.isSuccess
  return (
    <div className="space-y-5">
      {confirming.isError && !isAskedAgain && <FormError error={asking.error ?? confirming.error} />}
      <FormNotice text={notice} />
      {confirming.isError ? (
        <Button
          tone="primary"
          size="lg"
          isFullWidth
          isPending={asking.isPending}
          isDisabled={asking.isSuccess}
          pendingLabel="Loading..."
          onPress={() => void asking.run(undefined)}
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
