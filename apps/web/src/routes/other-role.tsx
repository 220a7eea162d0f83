import { useLogOut } from '#web/features/accounts/use-log-out.ts'
import { useEffect, useRef, type RefObject } from 'react'
import { DisplaySettings } from '#web/features/accounts/preferences/display-settings.tsx'
import { ChangePasswordForm } from '#web/features/accounts/passwords/change-password-form.tsx'
import { CloseAccountSection } from '#web/features/accounts/closing/close-account-section.tsx'
import { EmailSection } from '#web/features/accounts/email/email-section.tsx'
import { SecondFactorSection } from '#web/features/accounts/security/second-factor-section.tsx'
import { SessionList } from '#web/features/accounts/sessions/session-list.tsx'
import { teamName, userName } from '#web/features/accounts/user-name.ts'
import { PaletteButton } from '#web/features/palette/palette-button.tsx'
import { PaletteHost } from '#web/features/palette/palette-host.tsx'
import { CommandList } from '#web/features/workspace/command-list.tsx'
import { ShortcutHelp } from '#web/features/workspace/shortcuts/shortcut-help.tsx'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { env } from '#web/lib/env.ts'
import { useTitle } from '#web/lib/hooks/use-title.ts'
import { readUser } from '#web/lib/http/session.ts'
import { startPreferenceSync } from '#web/lib/preference-sync.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Wordmark } from '#web/ui/data-display/logo.tsx'

const loadPalette = () => import('./palettes/role-palette.tsx')

/** Page for sellers and operators: their commands and account settings. They have no other screens. */
export default function OtherRole() {
  const logOut = useLogOut()
  const user = readUser()
  const role = user?.['role'] === 'operator' ? 'operator' : 'seller'
  const account = [userName(user), teamName(user)].filter((part) => part !== '').join(', ')
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
  useEffect(() => startPreferenceSync().stop, [])
  useTitle(role === 'operator' ? 'Operator' : 'Seller')
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-(--header-height) shrink-0 items-center justify-between gap-4 border-b border-line bg-surface px-4 sm:px-5">
        <Wordmark brand={env().brand} />
        <div className="flex items-center gap-4">
          <PaletteButton />
          <Button size="sm" isPending={logOut.isPending} onPress={() => logOut.mutate()}>
            Logout
          </Button>
        </div>
      </header>
      <ShortcutHelp />
      <PaletteHost load={loadPalette} />
      <main
        tabIndex={-1}
        className="mx-auto w-full max-w-170 flex-1 space-y-8 px-4 py-8 outline-none sm:px-7"
      >
        <div>
          <h1 className="text-xl">
            {role === 'operator' ? 'You’re logged in as an operator' : 'You’re logged in as a seller'}
          </h1>
          {account !== '' && <p className="mt-1 text-muted">{account}</p>}
          <p className="mt-3 max-w-prose text-base">
            The pages of this site are for buyers. {role === 'operator' ? 'An operator' : 'A seller'} works on
            the command line of the server, with the commands below.
          </p>
        </div>
        <CommandList role={role} />
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
      </main>
    </div>
  )
}

/** Goes to the first control of a section, or to the section when it has none. */
function focusFirst({ current: section }: RefObject<HTMLElement | null>): void {
  const control = section?.querySelector<HTMLElement>('input, button')
  ;(control ?? section)?.focus()
}
