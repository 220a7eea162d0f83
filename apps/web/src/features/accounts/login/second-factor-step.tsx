import type { WireSecondFactorPrompt } from '@terrace/contracts/accounts'
import { secondFactorRoutes } from '@terrace/contracts/second-factor'
import { SecondFactorForm } from '#web/features/accounts/second-factor/second-factor-form.tsx'
import { call } from '#web/lib/http/api-client.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { verifySecondFactor } from './verify-second-factor.ts'

interface SecondFactorStepProps {
  prompt: WireSecondFactorPrompt
  onLoggedIn: () => void
  onBack: () => void
  backLabel?: string
}

/** The second step of a login: verifies a factor and stores the session. */
export function SecondFactorStep({
  prompt: { token, methods },
  onLoggedIn,
  onBack,
  backLabel = 'Back to login',
}: SecondFactorStepProps) {
  return (
    <>
      <SecondFactorForm
        methods={methods}
        verify={(proof) => verifySecondFactor({ token, ...proof })}
        requestPasskey={async () =>
          (await call(secondFactorRoutes.passkeyLogin, { body: { token } })).data.options
        }
        onVerified={onLoggedIn}
      />
      <Button tone="quiet" size="sm" className="mt-2 -ml-3" onPress={onBack}>
        {backLabel}
      </Button>
    </>
  )
}
