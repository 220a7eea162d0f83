import { useEffect, useRef, useState, type ReactNode } from 'react'
import { AuthPage } from '#web/features/accounts/login/auth-page.tsx'
import { TextLink } from '#web/features/accounts/login/text-link.tsx'
import { useSubmit } from '#web/forms/use-submit.ts'
import { useTitle } from '#web/lib/hooks/use-title.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ActionError } from '#web/ui/feedback/action-error.tsx'

interface EmailLinkPageProps {
  heading: string
  /** What the button does. */
  lead: ReactNode
  label: string
  tone?: 'primary' | 'danger'
  /** Returns what has happened. */
  run: () => Promise<string>
  /** Heading of the page that says so. */
  doneHeading: string
}

/**
 * Runs what an emailed link is for, and then shows the outcome instead. Requires a press, because link scanners open every
 * link in an email.
 */
export function EmailLinkPage({
  heading,
  lead,
  label,
  tone = 'primary',
  run,
  doneHeading,
}: EmailLinkPageProps) {
  const [outcome, setOutcome] = useState<string | null>(null)
  const attempt = useSubmit(async () => setOutcome(await run()))
  const end = useRef<HTMLDivElement>(null)
  const isDone = outcome !== null
  useTitle(isDone ? doneHeading : heading)
  // The focused button is gone; screen readers read the outcome.
  useEffect(() => {
    if (isDone) end.current?.closest('main')?.focus()
  }, [isDone])
  return (
    <AuthPage heading={isDone ? doneHeading : heading} lead={outcome ?? lead}>
      <div ref={end} className="space-y-5">
        {attempt.isError && <ActionError error={attempt.error} />}
        {!isDone && (
          <Button
            tone={tone}
            size="lg"
            isFullWidth
            isPending={attempt.isPending}
            pendingLabel="Loading..."
            onPress={() => void attempt.run(undefined)}
          >
            {label}
          </Button>
        )}
      </div>
      <p className={isDone ? '' : 'mt-6'}>
        <TextLink to="/login">{isDone ? 'Go to login' : 'Back to login'}</TextLink>
      </p>
    </AuthPage>
  )
}
