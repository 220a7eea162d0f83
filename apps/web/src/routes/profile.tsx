import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { AccountDetails, AccountDetailsSkeleton } from '#web/features/accounts/account-details.tsx'
import { DisplaySettings } from '#web/features/accounts/preferences/display-settings.tsx'
import { ChangePasswordForm } from '#web/features/accounts/passwords/change-password-form.tsx'
import { SessionList } from '#web/features/accounts/sessions/session-list.tsx'
import { NotificationSettings } from '#web/features/notifications/notification-settings.tsx'
import { SavedPeople } from '#web/features/people/saved-people.tsx'
import { SavedCards } from '#web/features/payments/saved-cards.tsx'
import { teamQuery } from '#web/features/teams/queries.ts'
import { roleNames } from '#web/features/teams/role-names.ts'
import { TeamMembers } from '#web/features/teams/team-members.tsx'
import { holdsQuery } from '#web/features/holds/queries.ts'
import { AlertSummary } from '#web/features/tracking/alert-summary.tsx'
import { countsQuery, userInfoQuery } from '#web/features/workspace/queries.ts'
import { useTitle } from '#web/lib/hooks/use-title.ts'
import { cx } from '#web/ui/cx.ts'
import {
  BookmarkIcon,
  IdCardIcon,
  PaletteIcon,
  QuoteIcon,
  SaveSearchIcon,
  TicketIcon,
  TimerIcon,
  UserIcon,
  UsersIcon,
} from '#web/ui/icons.ts'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import ProfileClients from './profile-clients.tsx'
import ProfileHolds from './profile-holds.tsx'
import ProfilePurchases from './profile-purchases.tsx'
import ProfileQuotePage from './profile-quote-page.tsx'
import ProfileQuotes from './profile-quotes.tsx'
import ProfileSearches from './profile-searches.tsx'
import ProfileTracked from './profile-tracked.tsx'

const route = getRouteApi('/logged-in/profile')

type Tab =
  | 'account'
  | 'team'
  | 'purchases'
  | 'quotes'
  | 'holds'
  | 'quote-page'
  | 'clients'
  | 'tracked'
  | 'searches'

const titles: Readonly<Record<Tab, string>> = {
  account: 'My account',
  team: 'Team members',
  purchases: 'Purchases',
  quotes: 'Quotes',
  holds: 'Holds',
  'quote-page': 'Quote page',
  clients: 'Clients',
  tracked: 'Tracked listings',
  searches: 'Saved searches',
}

/** The profile (product.md §7). The URL holds the tab and the open order or quote. */
export default function Profile() {
  const address = route.useSearch()
  const { tab, order, quote, client, hold, setup } = address
  const navigate = useNavigate({ from: '/profile' })
  const activeTab = tab ?? tabOf(address)
  const isDetailOpen =
    (activeTab === 'purchases' && order !== undefined) ||
    (activeTab === 'quotes' && quote !== undefined) ||
    (activeTab === 'holds' && hold !== undefined) ||
    (activeTab === 'clients' && client !== undefined)
  const clearSetup = useCallback(
    () => void navigate({ to: '/profile', search: { tab: 'account' }, replace: true }),
    [navigate],
  )
  useTitle(titles[activeTab])
  return (
    <div className="grid flex-1 content-start gap-x-5 px-4 pt-4 sm:px-5 md:grid-cols-[10.5rem_minmax(0,1fr)] md:pt-5 print:block">
      <ProfileNav activeTab={activeTab} isHiddenOnPhone={isDetailOpen} />
      <div className="min-w-0 max-md:mt-5">
        <h1 className={cx('mb-3 text-xl', isDetailOpen && 'max-xl:sr-only')}>{titles[activeTab]}</h1>
        {activeTab === 'account' && (
          <div className="max-w-170 space-y-8">
            <MyAccount />
            <ChangePasswordForm />
            <SavedCards setupId={setup} onReturned={clearSetup} />
            <SessionList />
            <DisplaySettings />
            <NotificationSettings />
            <AlertSummary />
          </div>
        )}
        {activeTab === 'team' && (
          <div className="space-y-8">
            <TeamMembers />
            <SavedPeople />
          </div>
        )}
        {activeTab === 'quotes' && <ProfileQuotes address={address} />}
        {activeTab === 'quote-page' && <ProfileQuotePage />}
        {activeTab === 'clients' && <ProfileClients address={address} />}
        {activeTab === 'holds' && <ProfileHolds address={address} />}
        {activeTab === 'tracked' && <ProfileTracked address={address} />}
        {activeTab === 'searches' && <ProfileSearches address={address} />}
        {activeTab === 'purchases' && <ProfilePurchases address={address} />}
      </div>
    </div>
  )
}

/** The tab of a URL without one, derived from the open entity. */
function tabOf({ order, quote }: { order?: string | undefined; quote?: string | undefined }): Tab {
  if (order !== undefined) return 'purchases'
  return quote === undefined ? 'account' : 'quotes'
}

function ProfileNav({ activeTab, isHiddenOnPhone }: { activeTab: Tab; isHiddenOnPhone: boolean }) {
  const { data: counts } = useQuery(countsQuery())
  const { data: holds } = useQuery(holdsQuery())
  const entries = [
    { tab: 'account', icon: <UserIcon aria-hidden />, count: 0 },
    { tab: 'team', icon: <UsersIcon aria-hidden />, count: 0 },
    { tab: 'purchases', icon: <TicketIcon aria-hidden />, count: counts?.order_count ?? 0 },
    { tab: 'quotes', icon: <QuoteIcon aria-hidden />, count: counts?.quote_count ?? 0 },
    { tab: 'holds', icon: <TimerIcon aria-hidden />, count: holds?.data.length ?? 0 },
    { tab: 'clients', icon: <IdCardIcon aria-hidden />, count: 0 },
    { tab: 'quote-page', icon: <PaletteIcon aria-hidden />, count: 0 },
    { tab: 'tracked', icon: <BookmarkIcon aria-hidden />, count: 0 },
    { tab: 'searches', icon: <SaveSearchIcon aria-hidden />, count: 0 },
  ] as const
  return (
    <nav aria-label="Profile" className={cx('min-w-0 print:hidden', isHiddenOnPhone && 'max-md:hidden')}>
      <ul className="flex gap-1 max-md:-mx-4 max-md:overflow-x-auto max-md:[scrollbar-width:none] max-md:border-b max-md:border-line max-md:px-4 md:flex-col">
        {entries.map(({ tab, icon, count }) => (
          <li key={tab} ref={tab === activeTab ? keepTabCentred : undefined} className="max-md:shrink-0">
            <Link
              to="/profile"
              search={{ tab }}
              // A URL without a tab shows the first one, which the link's own comparison does not know.
              inactiveProps={tab === activeTab ? { 'aria-current': 'page' } : {}}
              className={cx(
                'flex items-center gap-2.5 font-medium transition-colors duration-150 ease-out [&_svg]:size-4',
                'md:h-9 md:rounded md:px-3 max-md:h-12 max-md:border-b-2 max-md:px-2',
                tab === activeTab
                  ? 'text-accent max-md:border-accent md:bg-accent-soft'
                  : 'text-muted hover:text-ink max-md:border-transparent md:hover:bg-ink/6',
              )}
            >
              {icon}
              <span className="md:flex-1">{titles[tab]}</span>
              {count > 0 && <span className="tabular text-xs">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Keeps the open tab centred in the tab bar on phones, also after the counts load and widen the tabs. */
function keepTabCentred(tab: HTMLElement | null): (() => void) | undefined {
  const bar = tab?.parentElement
  if (!bar) return undefined
  const scrollToTab = () => {
    bar.scrollLeft = tab.offsetLeft - bar.offsetLeft - (bar.clientWidth - tab.clientWidth) / 2
  }
  scrollToTab()
  const observer = new ResizeObserver(scrollToTab)
  for (const each of bar.children) observer.observe(each)
  return () => observer.disconnect()
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
