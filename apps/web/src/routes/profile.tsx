import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { AccountDetails, AccountDetailsSkeleton } from '#web/features/accounts/account-details.tsx'
import { ChangePasswordForm } from '#web/features/accounts/change-password-form.tsx'
import { SessionList } from '#web/features/accounts/session-list.tsx'
import { SavedCards } from '#web/features/payments/saved-cards.tsx'
import { teamQuery } from '#web/features/teams/queries.ts'
import { roleNames } from '#web/features/teams/role-names.ts'
import { TeamMembers } from '#web/features/teams/team-members.tsx'
import { AlertSummary } from '#web/features/tracking/alert-summary.tsx'
import { TrackedListings } from '#web/features/tracking/tracked-listings.tsx'
import { countsQuery, userInfoQuery } from '#web/features/workspace/queries.ts'
import { useTitle } from '#web/lib/title.ts'
import { cx } from '#web/ui/cx.ts'
import { BookmarkIcon, PaletteIcon, QuoteIcon, TicketIcon, UserIcon, UsersIcon } from '#web/ui/icons.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Panel } from '#web/ui/panel.tsx'
import ProfilePurchases from './profile-purchases.tsx'
import ProfileQuotePage from './profile-quote-page.tsx'
import ProfileQuotes from './profile-quotes.tsx'

const route = getRouteApi('/logged-in/profile')

type Tab = 'account' | 'team' | 'purchases' | 'quotes' | 'quote-page' | 'tracked'

const titles: Readonly<Record<Tab, string>> = {
  account: 'My account',
  team: 'Team members',
  purchases: 'Purchases',
  quotes: 'Quotes',
  'quote-page': 'Quote page',
  tracked: 'Tracked listings',
}

/** The profile area (product.md §7): which tab, and which order or quote is open, stands in the address. */
export default function Profile() {
  const address = route.useSearch()
  const { tab, order, quote, setup } = address
  const navigate = useNavigate({ from: '/profile' })
  const open = tab ?? tabOf(address)
  const isBeside = (open === 'purchases' && order !== undefined) || (open === 'quotes' && quote !== undefined)
  const forgetSetup = useCallback(
    () => void navigate({ to: '/profile', search: { tab: 'account' }, replace: true }),
    [navigate],
  )
  useTitle(titles[open])
  return (
    <div className="grid flex-1 content-start gap-x-10 px-4 pt-4 sm:px-7 md:grid-cols-[12rem_minmax(0,1fr)] md:pt-8 print:block">
      <ProfileNav open={open} isHiddenOnPhone={isBeside} />
      <div className="min-w-0 max-md:mt-5">
        <h1 className={cx('mb-4 text-xl', isBeside && 'max-xl:sr-only')}>{titles[open]}</h1>
        {open === 'account' && (
          <div className="max-w-170 space-y-8">
            <MyAccount />
            <ChangePasswordForm />
            <SavedCards setupId={setup} onReturned={forgetSetup} />
            <SessionList />
            <AlertSummary />
          </div>
        )}
        {open === 'team' && <TeamMembers />}
        {open === 'quotes' && <ProfileQuotes address={address} />}
        {open === 'quote-page' && <ProfileQuotePage />}
        {open === 'tracked' && <TrackedListings />}
        {open === 'purchases' && <ProfilePurchases address={address} />}
      </div>
    </div>
  )
}

/** What an address that names no tab means, by what it opens. */
function tabOf({ order, quote }: { order?: string | undefined; quote?: string | undefined }): Tab {
  if (order !== undefined) return 'purchases'
  return quote === undefined ? 'account' : 'quotes'
}

function ProfileNav({ open, isHiddenOnPhone }: { open: Tab; isHiddenOnPhone: boolean }) {
  const { data: counts } = useQuery(countsQuery())
  const entries = [
    { tab: 'account', icon: <UserIcon aria-hidden />, count: 0 },
    { tab: 'team', icon: <UsersIcon aria-hidden />, count: 0 },
    { tab: 'purchases', icon: <TicketIcon aria-hidden />, count: counts?.order_count ?? 0 },
    { tab: 'quotes', icon: <QuoteIcon aria-hidden />, count: counts?.quote_count ?? 0 },
    { tab: 'quote-page', icon: <PaletteIcon aria-hidden />, count: 0 },
    { tab: 'tracked', icon: <BookmarkIcon aria-hidden />, count: 0 },
  ] as const
  return (
    <nav aria-label="Profile" className={cx('min-w-0 print:hidden', isHiddenOnPhone && 'max-md:hidden')}>
      <ul className="flex gap-1 max-md:-mx-4 max-md:overflow-x-auto max-md:[scrollbar-width:none] max-md:border-b max-md:border-line max-md:px-4 md:flex-col">
        {entries.map(({ tab, icon, count }) => (
          <li key={tab} ref={tab === open ? keepInSight : undefined} className="max-md:shrink-0">
            <Link
              to="/profile"
              search={{ tab }}
              // The bare address is the first tab, which the link's own comparison cannot know.
              inactiveProps={tab === open ? { 'aria-current': 'page' } : {}}
              className={cx(
                'flex items-center gap-2.5 font-medium transition-colors duration-150 ease-out [&_svg]:size-4',
                'md:h-10 md:rounded md:px-3 max-md:h-12 max-md:border-b-2 max-md:px-2',
                tab === open
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

/**
 * On a phone the bar is wider than the screen: the open tab stands in the middle of what is seen of it, also once the counts
 * have come, which make the tabs before it wider.
 */
function keepInSight(tab: HTMLElement | null): (() => void) | undefined {
  const bar = tab?.parentElement
  if (!bar) return undefined
  const bring = () => {
    bar.scrollLeft = tab.offsetLeft - bar.offsetLeft - (bar.clientWidth - tab.clientWidth) / 2
  }
  bring()
  const observer = new ResizeObserver(bring)
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
      <LoadError title="Your details could not be loaded" query={user} />
    </Panel>
  )
}
