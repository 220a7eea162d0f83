import { useRef, type RefObject } from 'react'
import { CloseAccountSection } from '#web/features/accounts/closing/close-account-section.tsx'
import { EmailSection } from '#web/features/accounts/email/email-section.tsx'
import { ChangePasswordForm } from '#web/features/accounts/passwords/change-password-form.tsx'
import { DisplaySettings } from '#web/features/accounts/preferences/display-settings.tsx'
import { SecondFactorSection } from '#web/features/accounts/security/second-factor-section.tsx'
import { SessionList } from '#web/features/accounts/sessions/session-list.tsx'
import { useCommands } from '#web/lib/commands/use-commands.ts'

/** Account settings of sellers and operators on one page, with a command for each. */
export function AccountSections() {
  const password = useRef<HTMLDivElement>(null)
  const factor = useRef<HTMLDivElement>(null)
  const email = useRef<HTMLDivElement>(null)
  const display = useRef<HTMLDivElement>(null)
  const sessions = useRef<HTMLDivElement>(null)
  useCommands('This page', [
    { id: 'account.password', title: 'Change password', run: () => focusFirst(password) },
    { id: 'account.second-factor', title: 'Second factor', run: () => focusFirst(factor) },
    { id: 'account.email', title: 'Email address', run: () => focusFirst(email) },
    { id: 'account.display', title: 'Display and keyboard', run: () => focusFirst(display) },
    { id: 'account.sessions', title: 'Sessions', run: () => focusFirst(sessions) },
  ])
  return (
    <>
      <div ref={password}>
        <ChangePasswordForm />
      </div>
      <div ref={factor} tabIndex={-1} className="outline-none">
        <SecondFactorSection />
      </div>
      <div ref={email} tabIndex={-1} className="outline-none">
        <EmailSection />
      </div>
      <div ref={display}>
        <DisplaySettings />
      </div>
      <div ref={sessions} tabIndex={-1} className="outline-none">
        <SessionList />
      </div>
      <CloseAccountSection />
    </>
  )
}

/** Goes to the first control of a section, or to the section when it has none. */
function focusFirst({ current: section }: RefObject<HTMLElement | null>): void {
  const control = section?.querySelector<HTMLElement>('input, button')
  ;(control ?? section)?.focus()
}
