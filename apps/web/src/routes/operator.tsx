import { useEffect } from 'react'
import { useLogOut } from '#web/features/accounts/use-log-out.ts'
import { teamName, userName } from '#web/features/accounts/user-name.ts'
import { PaletteButton } from '#web/features/palette/palette-button.tsx'
import { PaletteHost } from '#web/features/palette/palette-host.tsx'
import { CommandList } from '#web/features/workspace/command-list.tsx'
import { ShortcutHelp } from '#web/features/workspace/shortcuts/shortcut-help.tsx'
import { env } from '#web/lib/env.ts'
import { useTitle } from '#web/lib/hooks/use-title.ts'
import { readUser } from '#web/lib/http/session.ts'
import { startPreferenceSync } from '#web/lib/preference-sync.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Wordmark } from '#web/ui/data-display/logo.tsx'
import { AccountSections } from './account-sections.tsx'

const loadPalette = () => import('./palettes/role-palette.tsx')

/** Page for operators: their commands and account settings. They have no other screens. */
export default function Operator() {
  const logOut = useLogOut()
  const user = readUser()
  const account = [userName(user), teamName(user)].filter((part) => part !== '').join(', ')
  useEffect(() => startPreferenceSync().stop, [])
  useTitle('Operator')
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
        className="mx-auto w-full max-w-170 flex-1 space-y-8 px-4 py-8 outline-none sm:px-5"
      >
        <div>
          <h1 className="text-xl">You’re logged in as an operator</h1>
          {account !== '' && <p className="mt-1 text-muted">{account}</p>}
          <p className="mt-3 max-w-prose text-base">
            The pages of this site are for buyers. An operator works on the command line of the server, with
            the commands below.
          </p>
        </div>
        <CommandList of="operator" />
        <AccountSections />
      </main>
    </div>
  )
}
