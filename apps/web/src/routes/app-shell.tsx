import { useQuery, useQueryClient } from '@tanstack/react-query'
import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { listingsRoutes } from '@terrace/contracts/listings'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { AvatarMenu } from '#web/features/accounts/avatar-menu.tsx'
import { useLogOut } from '#web/features/accounts/mutations.ts'
import { teamName, userName } from '#web/features/accounts/user-name.ts'
import { MegaMenu } from '#web/features/catalogue/mega-menu.tsx'
import { MenuDrawerButton } from '#web/features/catalogue/menu-drawer-button.tsx'
import { BasketBar } from '#web/features/holds/basket-bar.tsx'
import { SearchBox } from '#web/features/search/search-box.tsx'
import { HeaderSlotProvider } from '#web/features/workspace/header-slot.tsx'
import { OfflineNotice } from '#web/features/workspace/offline-notice.tsx'
import { countsQuery } from '#web/features/workspace/queries.ts'
import { SiteFooter } from '#web/features/workspace/site-footer.tsx'
import { SiteHeader } from '#web/features/workspace/site-header.tsx'
import { contentId, SkipLink } from '#web/features/workspace/skip-link.tsx'
import { env } from '#web/lib/env.ts'
import { paths } from '#web/lib/paths.ts'
import { readUser } from '#web/lib/session.ts'
import { SearchIcon } from '#web/ui/icons.ts'

/** What stands around every screen of a logged-in user (spec §2, main layout). */
export default function AppShell() {
  const { brand, product } = env()
  const clearLists = useClearLists()
  return (
    <HeaderSlotProvider>
      {(slot) => (
        <div className="flex min-h-dvh flex-col">
          <SkipLink />
          <OfflineNotice />
          <SiteHeader brand={brand} onLogo={clearLists} {...slot}>
            <MegaMenu />
            <HeaderSearch />
            <AccountMenu />
            <MenuDrawerButton />
          </SiteHeader>
          <main id={contentId} tabIndex={-1} className="flex flex-1 flex-col">
            <Outlet />
          </main>
          <Basket />
          <SiteFooter brand={brand} product={product} />
        </div>
      )}
    </HeaderSlotProvider>
  )
}

/**
 * Spec §2: the logo clears the checkout state, the filters and the list. What a purchase was asked for and not yet
 * answered stays known, so that nobody pays twice (product.md §4).
 */
function useClearLists() {
  const queryClient = useQueryClient()
  return () => {
    for (const { name } of [listingsRoutes.feed, catalogueRoutes.searchEvents, checkoutRoutes.attempt]) {
      queryClient.removeQueries({ queryKey: [name] })
    }
  }
}

/** Everywhere but on checkout, which is about nothing else. */
function Basket() {
  const pathname = useLocation({ select: (location) => location.pathname })
  return pathname === paths.checkout() ? null : <BasketBar />
}

function HeaderSearch() {
  const pathname = useLocation({ select: (location) => location.pathname })
  if (pathname === paths.search()) return null
  return (
    <>
      <Link
        to="/search"
        aria-label="Search events"
        className="inline-flex size-10 items-center justify-center rounded text-muted hover:bg-ink/6 hover:text-ink sm:hidden"
      >
        <SearchIcon aria-hidden className="size-5" />
      </Link>
      {/* Home has a larger field of its own, to which `/` belongs there. */}
      <SearchBox
        landmark="Header"
        placeholder="Search events, teams, venues"
        hasShortcut={pathname !== paths.home()}
        className="w-full max-w-85 max-sm:hidden lg:max-w-72 xl:max-w-85"
      />
    </>
  )
}

function AccountMenu() {
  const navigate = useNavigate()
  const logOut = useLogOut()
  // A badge without its number is no reason to trouble anybody: on failure it is simply not there.
  const { data: counts } = useQuery(countsQuery())
  const user = readUser()
  return (
    <AvatarMenu
      name={userName(user)}
      team={teamName(user)}
      orderCount={counts?.order_count ?? 0}
      quoteCount={counts?.quote_count ?? 0}
      onAccount={() => void navigate({ to: '/profile' })}
      onPurchases={() => void navigate({ to: '/profile', search: { tab: 'purchases' } })}
      onQuotes={() => void navigate({ to: '/profile', search: { tab: 'quotes' } })}
      onTracked={() => void navigate({ to: '/profile', search: { tab: 'tracked' } })}
      onLogOut={() => logOut.mutate()}
    />
  )
}
