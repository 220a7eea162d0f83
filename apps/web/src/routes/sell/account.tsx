import { teamName, userName } from '#web/features/accounts/user-name.ts'
import { NotificationSettings } from '#web/features/notifications/notification-settings.tsx'
import { SellingSection } from '#web/features/selling/selling-section.tsx'
import { CommandList } from '#web/features/workspace/command-list.tsx'
import { useTitle } from '#web/lib/hooks/use-title.ts'
import { readUser } from '#web/lib/http/session.ts'
import { AccountSections } from '../account-sections.tsx'

/** Account settings of a seller, and the work that has no screen yet. */
export default function SellAccount() {
  const user = readUser()
  // A team of one has its owner's name.
  const account = [...new Set([userName(user), teamName(user)])].filter((part) => part !== '').join(', ')
  useTitle('Account')
  return (
    <div className="mx-auto w-full max-w-170 space-y-8 px-4 py-8 sm:px-5">
      <div>
        <h1 className="text-xl">Account</h1>
        {account !== '' && <p className="mt-1 text-muted">{account}</p>}
      </div>
      <SellingSection />
      <NotificationSettings />
      <AccountSections />
      <CommandList of="seller" />
    </div>
  )
}
