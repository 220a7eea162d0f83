import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { closePasswordNotice, isPasswordNoticeClosed } from './closed-password-notice.ts'

/** Asks for a longer password, above every page until it is set or closed; a closed one returns with the next login. */
export function ShortPasswordNotice() {
  const [isClosed, setIsClosed] = useState(isPasswordNoticeClosed)
  if (isClosed) return null

  function close() {
    closePasswordNotice()
    setIsClosed(true)
  }

  return (
    <section
      aria-label="Password"
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 bg-signal-soft px-4 py-2 text-signal"
    >
      <p>
        Your password has fewer than 8 characters.{' '}
        <Link to="/profile" search={{ tab: 'security' }} className="font-medium underline">
          Set a longer one or add a second factor
        </Link>
      </p>
      <Button size="sm" onPress={close}>
        Not now
      </Button>
    </section>
  )
}
