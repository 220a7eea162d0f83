import type { HandoverQuestion } from '@terrace/contracts/handover'
import { useState } from 'react'
import { AuthPage } from '#web/features/accounts/auth-page.tsx'
import { FormError } from '#web/features/accounts/form-error.tsx'
import { isLoggedIn } from '#web/lib/session.ts'
import { useTitle } from '#web/lib/title.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { RouteLoader } from '#web/ui/route-loader.tsx'
import { decline, redeem } from './redeem.ts'

export type Stop =
  | { kind: 'question'; question: HandoverQuestion }
  | { kind: 'failed'; error: unknown; restart: string | undefined }

/** Where a handover needs a person: to agree to it, or to go on without. */
export function HandoverPage({ first, onDone }: { first: Stop; onDone: () => void }) {
  const [stop, setStop] = useState<Stop | 'leaving'>(first)
  const [pending, setPending] = useState<'yes' | 'no'>()

  async function accept({ confirm }: HandoverQuestion) {
    setPending('yes')
    const outcome = await redeem(confirm)
    setPending(undefined)
    if (outcome.kind === 'nothing') onDone()
    else setStop(outcome.kind === 'leaving' ? 'leaving' : outcome)
  }

  async function refuse() {
    setPending('no')
    await decline()
    onDone()
  }

  if (stop === 'leaving') return <RouteLoader />
  return stop.kind === 'question' ? (
    <Question
      question={stop.question}
      pending={pending}
      onAccept={() => void accept(stop.question)}
      onRefuse={() => void refuse()}
    />
  ) : (
    <Failure {...stop} onDone={onDone} />
  )
}

type Person = HandoverQuestion['to']

interface QuestionProps {
  question: HandoverQuestion
  pending: 'yes' | 'no' | undefined
  onAccept: () => void
  onRefuse: () => void
}

function Question({ question: { issuer, from, to }, pending, onAccept, onRefuse }: QuestionProps) {
  const heading = from ? 'Switch account?' : 'Log in?'
  useTitle(heading)
  const sends = (
    <>
      {issuer} has sent you here as <Name person={to} />.
    </>
  )
  return (
    <AuthPage
      heading={heading}
      lead={
        from ? (
          <>
            You are logged in as <Name person={from} />. {sends}
          </>
        ) : (
          <>{sends} Continue only if that is you.</>
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
          onPress={onRefuse}
        >
          {from ? `Stay logged in as ${from.name}` : 'Do not log in'}
        </Button>
      </div>
      {from && (
        <p className="mt-4 text-sm text-muted">
          Continuing ends the session of {from.username} in this browser.
        </p>
      )}
    </AuthPage>
  )
}

function Name({ person: { name, username, team } }: { person: Person }) {
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
    <AuthPage
      heading="That did not work"
      lead="You were sent here from another site, to go on without logging in."
    >
      <FormError error={error} />
      <div className="mt-6 space-y-3">
        {restart !== undefined && (
          <a href={restart} className={buttonClass('primary', 'lg', 'w-full')}>
            Try again
          </a>
        )}
        <Button tone={restart === undefined ? 'primary' : 'secondary'} size="lg" isFullWidth onPress={onDone}>
          {isLoggedIn() ? 'Go on as you are' : 'Go to login'}
        </Button>
      </div>
    </AuthPage>
  )
}
