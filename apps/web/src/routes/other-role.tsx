import { useLogOut } from '#web/features/accounts/use-log-out.ts'
import { ChangePasswordForm } from '#web/features/accounts/passwords/change-password-form.tsx'
import { SessionList } from '#web/features/accounts/sessions/session-list.tsx'
import { teamName, userName } from '#web/features/accounts/user-name.ts'
import { CommandList } from '#web/features/workspace/command-list.tsx'
import { env } from '#web/lib/env.ts'
import { useTitle } from '#web/lib/hooks/use-title.ts'
import { readUser } from '#web/lib/http/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Wordmark } from '#web/ui/data-display/logo.tsx'

/** What sellers and operators get until they have screens of their own: where their work is done, and their account. */
export default function OtherRole() {
  const logOut = useLogOut()
  const user = readUser()
  const role = user?.['role'] === 'operator' ? 'operator' : 'seller'
  const account = [userName(user), teamName(user)].filter((part) => part !== '').join(', ')
  useTitle(role === 'operator' ? 'Operator' : 'Seller')
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-15 shrink-0 items-center justify-between gap-4 border-b border-line bg-surface px-4 sm:px-7">
        <Wordmark brand={env().brand} />
        <Button size="sm" isPending={logOut.isPending} onPress={() => logOut.mutate()}>
          Logout
        </Button>
      </header>
      <main
        tabIndex={-1}
        className="mx-auto w-full max-w-170 flex-1 space-y-8 px-4 py-8 outline-none sm:px-7"
      >
        <div>
          <h1 className="text-xl">
            {role === 'operator' ? 'You’re signed in as an operator' : 'You’re signed in as a seller'}
          </h1>
          {account !== '' && <p className="mt-1 text-muted">{account}</p>}
          <p className="mt-3 max-w-prose text-base">
            The pages of this site are for buyers. {role === 'operator' ? 'An operator' : 'A seller'} works on
            the command line of the server, with the commands below.
          </p>
        </div>
        <CommandList role={role} />
        <ChangePasswordForm />
        <SessionList />
      </main>
    </div>
  )
}
