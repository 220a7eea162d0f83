import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useCanGoBack, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { AvatarMenu } from '#web/features/accounts/menu/avatar-menu.tsx'
import { useLogOut } from '#web/features/accounts/use-log-out.ts'
import { teamName, userName } from '#web/features/accounts/user-name.ts'
import { MegaMenu } from '#web/features/catalogue/menu/mega-menu.tsx'
import { MenuDrawerButton } from '#web/features/catalogue/menu/menu-drawer-button.tsx'
import { resetCheckout } from '#web/features/checkout/checkout-state.ts'
import { NotificationBell } from '#web/features/notifications/notification-bell.tsx'
import { BasketBar } from '#web/features/holds/basket/basket-bar.tsx'
import { PaletteButton } from '#web/features/palette/palette-button.tsx'
import { PaletteHost } from '#web/features/palette/palette-host.tsx'
import { QuoteProvider, useOpenQuoteBuilder } from '#web/features/quotes/quote-provider.tsx'
import { requestsFromHolds, requestsFromSelection } from '#web/features/quotes/builder/quote-request.ts'
import { eventSearchKey } from '#web/features/search/query/event-search-key.ts'
import { SearchButton } from '#web/features/search/panel/search-button.tsx'
import {
  SearchOverlay,
  SearchOverlayProvider,
  SearchShortcut,
  useSearchOverlay,
} from '#web/features/search/panel/search-overlay.tsx'
import { HeaderSlotProvider } from '#web/features/workspace/header-slot.tsx'
import { OutageNotice } from '#web/features/workspace/outage-notice.tsx'
import { countsQuery, userInfoQuery } from '#web/features/workspace/queries.ts'
import { SiteFooter } from '#web/features/workspace/site-footer.tsx'
import { SiteHeader } from '#web/features/workspace/site-header.tsx'
import { ShortcutHelp } from '#web/features/workspace/shortcuts/shortcut-help.tsx'
import { contentId, SkipLink } from '#web/features/workspace/skip-link.tsx'
import { dataKeys, routeKeys } from '#web/lib/data-keys.ts'
import { env } from '#web/lib/env.ts'
import { isEventPath, paths } from '#web/lib/url/paths.ts'
import { MainContent } from '#web/ui/layout/main-content.tsx'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { readUser } from '#web/lib/http/session.ts'
import { sides } from '#web/lib/http/sides.ts'

const loadPalette = () => import('./palettes/buyer-palette.tsx')
const loadResults = () => import('./search-results.tsx')
const loadPasswordNotice = async () => ({
  default: (await import('#web/features/accounts/security/short-password-notice.tsx')).ShortPasswordNotice,
})
const loadSwitch = () => import('./buy-switch.tsx')
const loadUndoBar = async () => ({ default: (await import('#web/ui/overlay/undo-bar.tsx')).UndoBar })

/** The layout of every page for logged-in users (spec §2, main layout). */
export default function AppShell() {
  const { brand, product } = env()
  const clearLists = useClearLists()
  const [timerPlace, setTimerPlace] = useState<HTMLElement | null>(null)
  return (
    <QuoteProvider>
      <HeaderSlotProvider>
        {(slot) => (
          <SearchOverlayProvider>
            {(isSearching) => (
              <div className="flex min-h-dvh flex-col">
                <SkipLink />
                <OutageNotice />
                <PasswordNotice />
                <SiteHeader brand={brand} onLogo={clearLists} isPinned={isSearching} {...slot}>
                  <MegaMenu />
                  <HeaderSearch />
                  {/* On phones, the account menu has it. */}
                  {sides().canSell && (
                    <div className="w-25 shrink-0 max-md:hidden">
                      <LazyPart load={loadSwitch} props={{}} />
                    </div>
                  )}
                  <div ref={setTimerPlace} className="contents" />
                  <NotificationBell />
                  <AccountMenu />
                  <MenuDrawerButton />
                </SiteHeader>
                <LazyPart load={loadUndoBar} props={{}} />
                <ShortcutHelp />
                <PaletteHost load={loadPalette} />
                <SearchOverlay loadResults={loadResults} />
                {/* The page behind the search overlay is inert. */}
                <div inert={isSearching} className="flex flex-1 flex-col">
                  <MainContent id={contentId} tabIndex={-1} className="flex flex-1 flex-col">
                    <Outlet />
                  </MainContent>
                  <Basket timerPlace={timerPlace} />
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
 * Spec §2: the logo clears the checkout state, the filters and the list. Pending purchases are kept, so that no order
 * is paid twice (product.md §4).
 */
function useClearLists() {
  const queryClient = useQueryClient()
  return () => {
    const lists = [[dataKeys.tickets], [dataKeys.stockTotals], eventSearchKey, [routeKeys.checkoutAttempt]]
    for (const queryKey of lists) queryClient.removeQueries({ queryKey })
    resetCheckout()
  }
}

/** A bar on event pages, a timer in the header of others; hidden on checkout, which shows the same holds. */
function Basket({ timerPlace }: { timerPlace: HTMLElement | null }) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const requestQuote = useOpenQuoteBuilder()
  if (pathname === paths.checkout()) return null
  return (
    <BasketBar
      header={isEventPath(pathname) ? undefined : timerPlace}
      // A finished purchase does not offer the selected tickets for the next one.
      hasSelection={pathname !== paths.checkoutConfirm()}
      onQuoteSelected={(lines) => requestQuote(requestsFromSelection(lines))}
      onQuoteHeld={(holds) => requestQuote(requestsFromHolds(holds))}
    />
  )
}

/** Asks the owner of a short password for a longer one. */
function PasswordNotice() {
  const { data: isShort = false } = useQuery({
    ...userInfoQuery(),
    select: (user) => user.has_weak_login,
  })
  return isShort && <LazyPart load={loadPasswordNotice} props={{}} />
}

/** Toggles the search overlay; on the search page it navigates back (spec §2). */
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
      <SearchButton isOpen={isPage || overlay.isOpen} onPress={press}>
        <PaletteButton />
      </SearchButton>
    </>
  )
}

function AccountMenu() {
  const navigate = useNavigate()
  const logOut = useLogOut()
  // Without counts the badge is hidden; an error message is not worth it.
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
      onHolds={() => void navigate({ to: '/profile', search: { tab: 'holds' } })}
      onTracked={() => void navigate({ to: '/profile', search: { tab: 'tracked' } })}
      onLogOut={() => logOut.mutate()}
    />
  )
}
