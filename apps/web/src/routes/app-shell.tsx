import { useQuery, useQueryClient } from '@tanstack/react-query'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { Outlet, useCanGoBack, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { AvatarMenu } from '#web/features/accounts/avatar-menu.tsx'
import { useLogOut } from '#web/features/accounts/mutations.ts'
import { teamName, userName } from '#web/features/accounts/user-name.ts'
import { MegaMenu } from '#web/features/catalogue/mega-menu.tsx'
import { MenuDrawerButton } from '#web/features/catalogue/menu-drawer-button.tsx'
import { resetCheckout } from '#web/features/checkout/checkout-state.ts'
import { BasketBar } from '#web/features/holds/basket-bar.tsx'
import { QuoteProvider, useAskForQuote } from '#web/features/quotes/quote-provider.tsx'
import { heldWishes, selectedWishes } from '#web/features/quotes/quote-wish.ts'
import { listingKey } from '#web/features/search/listing-key.ts'
import { SearchButton } from '#web/features/search/search-button.tsx'
import {
  SearchOverlay,
  SearchOverlayProvider,
  SearchShortcut,
  useSearchOverlay,
} from '#web/features/search/search-overlay.tsx'
import { HeaderSlotProvider } from '#web/features/workspace/header-slot.tsx'
import { OfflineNotice } from '#web/features/workspace/offline-notice.tsx'
import { countsQuery } from '#web/features/workspace/queries.ts'
import { SiteFooter } from '#web/features/workspace/site-footer.tsx'
import { SiteHeader } from '#web/features/workspace/site-header.tsx'
import { contentId, SkipLink } from '#web/features/workspace/skip-link.tsx'
import { dataKeys } from '#web/lib/data-keys.ts'
import { env } from '#web/lib/env.ts'
import { paths } from '#web/lib/paths.ts'
import { readUser } from '#web/lib/session.ts'

const loadAnswers = () => import('./search-answers.tsx')

/** What stands around every screen of a logged-in user (spec §2, main layout). */
export default function AppShell() {
  const { brand, product } = env()
  const clearLists = useClearLists()
  return (
    <QuoteProvider>
      <HeaderSlotProvider>
        {(slot) => (
          <SearchOverlayProvider>
            {(isSearching) => (
              <div className="flex min-h-dvh flex-col">
                <SkipLink />
                <OfflineNotice />
                <SiteHeader brand={brand} onLogo={clearLists} isPinned={isSearching} {...slot}>
                  <MegaMenu />
                  <HeaderSearch />
                  <AccountMenu />
                  <MenuDrawerButton />
                </SiteHeader>
                <SearchOverlay loadAnswers={loadAnswers} />
                {/* Nothing below the search can be reached while it lies there. */}
                <div inert={isSearching} className="flex flex-1 flex-col">
                  <main id={contentId} tabIndex={-1} className="flex flex-1 flex-col">
                    <Outlet />
                  </main>
                  <Basket />
                  <SiteFooter brand={brand} product={product} />
                </div>
              </div>
            )}
          </SearchOverlayProvider>
        )}
      </HeaderSlotProvider>
    </QuoteProvider>
  )
}

/**
 * Spec §2: the logo clears the checkout state, the filters and the list. What a purchase was asked for and not yet
 * answered stays known, so that nobody pays twice (product.md §4).
 */
function useClearLists() {
  const queryClient = useQueryClient()
  return () => {
    const lists = [[dataKeys.tickets], [dataKeys.stockTotals], listingKey, [checkoutRoutes.attempt.name]]
    for (const queryKey of lists) queryClient.removeQueries({ queryKey })
    resetCheckout()
  }
}

/** Everywhere but on checkout, which is about nothing else. */
function Basket() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const ask = useAskForQuote()
  if (pathname === paths.checkout()) return null
  return (
    <BasketBar
      // Where a purchase has just ended, nobody is asked to begin the next one.
      hasSelection={pathname !== paths.checkoutConfirm()}
      onQuoteSelected={(lines) => ask(selectedWishes(lines))}
      onQuoteHeld={(holds) => ask(heldWishes(holds))}
    />
  )
}

/** Opens the search over the page and, pressed again, closes it; on the search's own page it leads back (spec §2). */
function HeaderSearch() {
  const overlay = useSearchOverlay()
  const isPage = useLocation({ select: (location) => location.pathname === paths.search() })
  const canGoBack = useCanGoBack()
  const router = useRouter()
  const navigate = useNavigate()

  function press() {
    if (isPage) {
      if (canGoBack) router.history.back()
      else void navigate({ to: '/' })
    } else if (overlay.isOpen) overlay.close()
    else overlay.open()
  }

  return (
    <>
      {!isPage && <SearchShortcut />}
      <SearchButton
        isOpen={isPage || overlay.isOpen}
        {...(!isPage && { shortcut: overlay.isOpen ? 'Esc' : '/' })}
        onPress={press}
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
