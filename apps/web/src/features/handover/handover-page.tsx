import type { WireSecondFactorPrompt } from '@terrace/contracts/accounts'
import type { HandoverQuestion } from '@terrace/contracts/handover'
import { useState } from 'react'
import { AuthPage } from '#web/features/accounts/login/auth-page.tsx'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { isLoggedIn } from '#web/lib/http/session.ts'
import { useTitle } from '#web/lib/hooks/use-title.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { RouteLoader } from '#web/ui/feedback/route-loader.tsx'
import { SecondFactorPage } from '#web/features/accounts/login/second-factor-page.tsx'
import { decline, redeem } from './redeem.ts'
import { replaceAndReload } from './replace-and-reload.ts'

export type HandoverStep =
  | { kind: 'question'; question: HandoverQuestion }
  | { kind: 'second_factor'; prompt: WireSecondFactorPrompt; redirect: string }
  | { kind: 'failed'; error: unknown; restart: string | undefined }

/** Asks the user to confirm a handover, or explains why it failed. */
export function HandoverPage({ first, onDone }: { first: HandoverStep; onDone: () => void }) {
  const [step, setStep] = useState<HandoverStep | 'reloading'>(first)
  const [pending, setPending] = useState<'yes' | 'no'>()

  async function accept({ confirm }: HandoverQuestion) {
    setPending('yes')
    const outcome = await redeem(confirm)
    setPending(undefined)
    if (outcome.kind === 'nothing') onDone()
    else setStep(outcome.kind === 'reloading' ? 'reloading' : outcome)
  }

  async function declineHandover() {
    setPending('no')
    await decline()
    onDone()
  }

  if (step === 'reloading') return <RouteLoader />
  if (step.kind === 'second_factor') {
    const { prompt, redirect } = step
    const onLoggedIn = () => {
      setStep('reloading')
      replaceAndReload(redirect)
    }
    return <SecondFactor prompt={prompt} onLoggedIn={onLoggedIn} onBack={onDone} />
  }
  return step.kind === 'question' ? (
    <Question
      question={step.question}
      pending={pending}
      onAccept={() => void accept(step.question)}
      onDecline={() => void declineHandover()}
    />
  ) : (
    <Failure {...step} onDone={onDone} />
  )
}

interface SecondFactorProps {
  prompt: WireSecondFactorPrompt
  onLoggedIn: () => void
  onBack: () => void
}

/** The other site vouches for the user, and the account has a second factor of its own. */
function SecondFactor(props: SecondFactorProps) {
  useTitle('Confirm it’s you')
  return <SecondFactorPage {...props} backLabel={isLoggedIn() ? 'Stay logged in' : 'Go to login'} />
}

type HandoverUser = HandoverQuestion['to']

interface QuestionProps {
  question: HandoverQuestion
  pending: 'yes' | 'no' | undefined
  onAccept: () => void
  onDecline: () => void
}

function Question({ question: { issuer, from, to }, pending, onAccept, onDecline }: QuestionProps) {
  const heading = from ? 'Switch account?' : 'Log in?'
  useTitle(heading)
  const introText = (
    <>
      {issuer} wants to log you in as <Name user={to} />.
    </>
  )
  return (
    <AuthPage
      heading={heading}
      lead={
        from ? (
          <>
            You are logged in as <Name user={from} />. {introText}
          </>
        ) : (
          <>{introText} Continue only if that is you.</>
        )
      }
    >
      <div className="space-y-3">
        <Button
          tone="primary"
          size="lg"
          isFullWidth
          isPending={pending === 'yes'}
          isDisabled={pending === 'no'}
          pendingLabel="Loading"
          onPress={onAccept}
        >
          {`Continue as ${to.name}`}
        </Button>
        <Button
          size="lg"
          isFullWidth
          isPending={pending === 'no'}
          isDisabled={pending === 'yes'}
          onPress={onDecline}
        >
          {from ? `Stay logged in as ${from.name}` : 'Don’t log in'}
        </Button>
      </div>
      {from && <p className="mt-4 text-sm text-muted">Continuing logs out {from.username}.</p>}
    </AuthPage>
  )
}

function Name({ user: { name, username, team } }: { user: HandoverUser }) {
  return (
    <>
      <strong className="font-semibold text-ink">{name}</strong> ({username}, {team})
    </>
  )
}

function Failure({
  error,
  restart,
  onDone,
}: {
  error: unknown
  restart: string | undefined
  onDone: () => void
}) {
  useTitle('Handover')
  return (
    <AuthPage heading="We couldn’t log you in" lead="You followed a login link from another site.">
      <ActionError error={error} />
      <div className="mt-6 space-y-3">
        {restart !== undefined && (
          <a href={restart} className={buttonClass('primary', 'lg', 'w-full')}>
            Try again
          </a>
        )}
        <Button tone={restart === undefined ? 'primary' : 'secondary'} size="lg" isFullWidth onPress={onDone}>
          {isLoggedIn() ? 'Stay logged in' : 'Go to login'}
        </Button>
      </div>
    </AuthPage>
  )
}
