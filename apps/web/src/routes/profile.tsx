import { useQuery } from '@tanstack/react-query'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { holdsQuery } from '#web/features/holds/queries.ts'
import { countsQuery, profileCountsQuery } from '#web/features/workspace/queries.ts'
import { useTitle } from '#web/lib/hooks/use-title.ts'
import { whenIdle } from '#web/lib/when-idle.ts'
import { cx } from '#web/ui/cx.ts'
import {
  BookmarkIcon,
  IdCardIcon,
  PaletteIcon,
  QuoteIcon,
  SaveSearchIcon,
  ShieldIcon,
  TicketIcon,
  TimerIcon,
  UserIcon,
  UsersIcon,
} from '#web/ui/icons.ts'
import { profileTabOf, profileTabs, type ProfileTab } from './profile/address.ts'
import { preloadProfileTab, profilePages } from './profile/tabs.ts'

const route = getRouteApi('/logged-in/profile')

const tableTabs: ReadonlySet<ProfileTab> = new Set([
  'purchases',
  'quotes',
  'holds',
  'tracked',
  'searches',
  'clients',
])

const titles: Readonly<Record<ProfileTab, string>> = {
  account: 'My account',
  security: 'Security',
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
  const { order, quote, client, hold, listing } = address
  const activeTab = profileTabOf(address)
  const Page = profilePages[activeTab]
  const isDetailOpen =
    (activeTab === 'purchases' && order !== undefined) ||
    (activeTab === 'quotes' && quote !== undefined) ||
    (activeTab === 'holds' && hold !== undefined) ||
    (activeTab === 'clients' && client !== undefined) ||
    (activeTab === 'tracked' && listing !== undefined)
  const isTable = tableTabs.has(activeTab)
  useTitle(titles[activeTab])
  useEffect(() => whenIdle(() => profileTabs.forEach(preloadProfileTab)), [])
  return (
    <div className="grid flex-1 max-md:content-start md:grid-cols-[12rem_minmax(0,1fr)] print:block">
      <ProfileNav activeTab={activeTab} isHiddenOnPhone={isDetailOpen} />
      <div className={cx('min-w-0 md:border-l md:border-line', isTable ? 'bg-surface' : 'px-4 py-4 sm:px-5')}>
        {/* A table shows its title in its own first line. */}
        <h1 className={isTable ? 'sr-only' : 'mb-4 text-lg'}>{titles[activeTab]}</h1>
        <Page address={address} />
      </div>
    </div>
  )
}

function ProfileNav({ activeTab, isHiddenOnPhone }: { activeTab: ProfileTab; isHiddenOnPhone: boolean }) {
  const { data: counts } = useQuery(countsQuery())
  const { data: holds } = useQuery(holdsQuery())
  const { data: lists } = useQuery(profileCountsQuery())
  const icons: Readonly<Record<ProfileTab, ReactNode>> = {
    account: <UserIcon aria-hidden />,
    security: <ShieldIcon aria-hidden />,
    team: <UsersIcon aria-hidden />,
    purchases: <TicketIcon aria-hidden />,
    quotes: <QuoteIcon aria-hidden />,
    holds: <TimerIcon aria-hidden />,
    clients: <IdCardIcon aria-hidden />,
    'quote-page': <PaletteIcon aria-hidden />,
    tracked: <BookmarkIcon aria-hidden />,
    searches: <SaveSearchIcon aria-hidden />,
  }
  const tabCounts: Partial<Record<ProfileTab, number>> = {
    purchases: counts?.order_count,
    quotes: counts?.quote_count,
    holds: holds?.data.length,
    clients: lists?.clients,
    tracked: lists?.tracked,
    searches: lists?.searches,
  }
  return (
    <nav aria-label="Profile" className={cx('min-w-0 print:hidden', isHiddenOnPhone && 'max-md:hidden')}>
      <ul className="flex gap-0.5 max-md:scroll-px-24 max-md:overflow-x-auto max-md:[scrollbar-width:none] max-md:border-b max-md:border-line max-md:px-4 md:sticky md:top-0 md:flex-col md:p-2">
        {profileTabs.map((tab) => (
          <li
            key={tab}
            ref={tab === activeTab ? keepTabCentred : undefined}
            className={cx(
              'max-md:shrink-0',
              tab === firstSetting && 'md:mt-2 md:border-t md:border-line md:pt-2',
            )}
          >
            <Link
              to="/profile"
              search={{ tab }}
              onPointerEnter={() => preloadProfileTab(tab)}
              onFocus={() => preloadProfileTab(tab)}
              // A URL without a tab shows the first one, which the link's own comparison does not know.
              inactiveProps={tab === activeTab ? { 'aria-current': 'page' } : {}}
              className={cx(
                'flex items-center gap-2 font-medium whitespace-nowrap transition-colors duration-150 ease-out [&_svg]:size-4 [&_svg]:shrink-0',
                'text-xs md:h-9 md:rounded md:px-3 max-md:h-11 max-md:border-b-2 max-md:px-2',
                tab === activeTab
                  ? 'text-accent max-md:border-accent md:bg-accent-soft'
                  : 'text-muted hover:text-ink max-md:border-transparent md:hover:bg-ink/6',
              )}
            >
              {icons[tab]}
              <span className="md:flex-1">{titles[tab]}</span>
              <TabCount count={tabCounts[tab] ?? 0} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function TabCount({ count }: { count: number }) {
  return count > 0 && <span className="tabular text-xs">{formatCount(count)}</span>
}

/** Settings follow the lists. */
const firstSetting: ProfileTab = 'quote-page'

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
