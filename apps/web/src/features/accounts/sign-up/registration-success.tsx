import { useEffect, useRef } from 'react'
import { env } from '#web/lib/env.ts'
import { useDelayedCallback } from '#web/lib/hooks/use-delayed-callback.ts'
import { CheckIcon } from '#web/ui/icons.ts'

/** Time the screen is shown (spec §4, §9). */
const screenMs = 3000

/** The success screen (spec §2); `onDone` continues to `/`. */
export function RegistrationSuccess({ onDone }: { onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useDelayedCallback(true, screenMs, onDone)
  useEffect(() => {
    // The pressed button is gone with the form, so the heading receives the focus and is announced.
    heading.current?.focus()
    window.scrollTo(0, 0)
  }, [])
  return (
    <div className="flex animate-rise flex-col items-center text-center">
      <span className="flex size-16 items-center justify-center rounded-full bg-ok-soft text-ok">
        <CheckIcon role="img" aria-label="Done" className="size-8" strokeWidth={2.5} />
      </span>
      <h1 ref={heading} tabIndex={-1} className="mt-6 text-2xl outline-none">
        Thank you for signing up for a {env().brand} account
      </h1>
      <p className="mt-3 max-w-prose text-base text-muted">
        One of our experts will be in touch soon using the contact details provided.
      </p>
    </div>
  )
}
