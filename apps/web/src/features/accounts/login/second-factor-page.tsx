import type { WireSecondFactorPrompt } from '@terrace/contracts/accounts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { AuthPage } from './auth-page.tsx'

interface SecondFactorPageProps {
  prompt: WireSecondFactorPrompt
  onLoggedIn: () => void
  onBack: () => void
  backLabel?: string
}

const loadStep = async () => ({ default: (await import('./second-factor-step.tsx')).SecondFactorStep })

/** The second step of a login with a password, or through another site. */
export function SecondFactorPage(props: SecondFactorPageProps) {
  return (
    <AuthPage heading="Confirm it’s you" lead="Your account has a second factor.">
      <LazyPart load={loadStep} props={props} />
    </AuthPage>
  )
}
