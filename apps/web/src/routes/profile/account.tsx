import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { AccountDetails, AccountDetailsSkeleton } from '#web/features/accounts/account-details.tsx'
import { DisplaySettings } from '#web/features/accounts/preferences/display-settings.tsx'
import { NotificationSettings } from '#web/features/notifications/notification-settings.tsx'
import { SavedCards } from '#web/features/payments/saved-cards.tsx'
import { teamQuery } from '#web/features/teams/queries.ts'
import { roleNames } from '#web/features/teams/role-names.ts'
import { AlertSummary } from '#web/features/tracking/alert-summary.tsx'
import { userInfoQuery } from '#web/features/workspace/queries.ts'
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'

interface ProfileAccountProps {
  /** Contains the setup that the bank's redirect returns from, if any. */
  address: { setup?: string | undefined }
}

export default function ProfileAccount({ address: { setup } }: ProfileAccountProps) {
  const navigate = useNavigate({ from: '/profile' })
  const clearSetup = useCallback(
    () => void navigate({ to: '/profile', search: { tab: 'account' }, replace: true }),
    [navigate],
  )
  return (
    <div className="max-w-170 space-y-8">
      <MyAccount />
      <SavedCards setupId={setup} onReturned={clearSetup} />
      <CalendarsSection />
      <DisplaySettings />
      <NotificationSettings />
      <AlertSummary />
    </div>
  )
}

const loadCalendars = async () => ({
  default: (await import('#web/features/calendars/calendar-list.tsx')).CalendarList,
})

/** Loads after the rest of the tab, because it is far below. */
function CalendarsSection() {
  const { Loaded, isFailed, retry } = useLazyComponent(loadCalendars)
  if (Loaded) return <Loaded />
  return isFailed && <ErrorState title="Couldn’t load your calendars" message="Try again." onRetry={retry} />
}

function MyAccount() {
  const user = useQuery(userInfoQuery())
  const team = useQuery(teamQuery())
  const role = team.data?.members.find(({ is_me }) => is_me)?.role
  if (user.data && !team.isPending) return <AccountDetails user={user.data} role={role && roleNames[role]} />
  if (!user.error) return <AccountDetailsSkeleton />
  return (
    <Panel>
      <LoadError title="Couldn’t load your details" query={user} />
    </Panel>
  )
}
