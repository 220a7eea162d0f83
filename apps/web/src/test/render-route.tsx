import { accountExportsRoutes } from '@terrace/contracts/account-exports'
import { attentionRoutes } from '@terrace/contracts/attention'
import { calendarsRoutes } from '@terrace/contracts/calendars'
import { cardsRoutes } from '@terrace/contracts/cards'
import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { clientsRoutes } from '@terrace/contracts/clients'
import { holdsRoutes } from '@terrace/contracts/holds'
import { homeRoutes } from '@terrace/contracts/home'
import { notificationsRoutes } from '@terrace/contracts/notifications'
import { preferencesRoutes } from '@terrace/contracts/preferences'
import { quoteSettingsRoutes } from '@terrace/contracts/quote-settings'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { closingRoutes } from '@terrace/contracts/closing'
import { emailChangeRoutes } from '@terrace/contracts/email-change'
import { securityRoutes } from '@terrace/contracts/security'
import { teamLegalDetailsRoutes } from '@terrace/contracts/team-legal-details'
import { teamsRoutes } from '@terrace/contracts/teams'
import { trackedListingsRoutes } from '@terrace/contracts/tracked-listings'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import type { BrowserConfig } from '@terrace/contracts/config'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import { setEnv } from '#web/lib/env.ts'
import { loadClientPanel } from '#web/features/clients/detail/load-client-panel.ts'
import { loadHoldPanel } from '#web/features/holds/list/load-hold-panel.ts'
import { loadOrderPanel } from '#web/features/orders/load-order-panel.ts'
import { loadQuotePanel } from '#web/features/quotes/detail/load-quote-panel.ts'
import { preloadComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { storeSession } from '#web/lib/http/session.ts'
import { Providers } from '#web/providers.tsx'
import { createAppRouter } from '#web/router.tsx'
import { wireAttention } from './attention-factories.ts'
import { mockRoute } from './mock-api.ts'
import { wireMenu } from './menu-factories.ts'
import { wireQuotes, wireQuoteSettings } from './quote-factories.ts'
import { wireEmailAddress } from './email-address-factory.ts'
import { wireSecurity } from './security-factory.ts'
import { waitForRouterAfterTest } from './environment/wait-for-router-after-test.ts'
import { testEnv } from './test-env.ts'
import { wireTrackingSettings } from './tracking-factories.ts'
import { wireCurrentUser } from './user-factory.ts'

interface RenderOptions {
  /** User data of the login response; `null` for a logged-out user. */
  user?: Record<string, unknown> | null
  env?: BrowserConfig
}

const testUser = {
  firstname: 'Jane',
  lastname: 'Miller',
  username: 'buyer',
  base_currency: 'GBP',
  team_data: { name: 'Harbour Box Office' },
}

/** Opens an address of the whole application: router, shell and page. Call {@link mockShell} first. */
export async function renderRoute(address: string, { user = testUser, env = testEnv }: RenderOptions = {}) {
  setEnv(env)
  if (user !== null) storeSession('t0ken', user)
  await preloadDetails(address)
  const router = createAppRouter({ history: createMemoryHistory({ initialEntries: [address] }) })
  waitForRouterAfterTest(router)
  await act(() => router.load())
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  return router
}

/** Details next to a list show their content at once, as if the page had been idle before. */
async function preloadDetails(address: string): Promise<void> {
  const tab = new URL(address, location.origin).searchParams.get('tab')
  if (tab === 'purchases') await preloadComponent(loadOrderPanel)
  if (tab === 'holds') await preloadComponent(loadHoldPanel)
  if (tab === 'quotes') await preloadComponent(loadQuotePanel)
  if (tab === 'clients') await preloadComponent(loadClientPanel)
}

/**
 * Mocks the calls of the shell (nothing held, quoted, bought or notified), of home (no events) and of the profile (empty team,
 * no clients, no cards, no calendars, default alerts). A later `mockRoute` takes precedence.
 */
export function mockShell(): void {
  for (const route of [homeRoutes.lastMinute, homeRoutes.newEvents, homeRoutes.recentlyViewed]) {
    mockRoute(route, () => ({ data: [] }))
  }
  mockRoute(homeRoutes.home, () => ({
    data: {
      banners: [],
      popular_events: [],
      featured: null,
      market: { event_count: 0, ticket_count: 0, seller_count: 0 },
    },
    meta: { currency: 'GBP', rate_stale: false },
  }))
  mockRoute(attentionRoutes.read, () => wireAttention([]))
  mockRoute(workspaceRoutes.info, () => ({ data: wireCurrentUser() }))
  mockRoute(clientsRoutes.list, () => ({
    data: [],
    meta: { total: 0, page: 1, per_page: 50, last_page: 1, unused: 0, is_owner: true },
  }))
  mockRoute(clientsRoutes.proposals, () => ({ data: [] }))
  mockRoute(workspaceRoutes.counts, () => ({ data: { order_count: 0, quote_count: 0 } }))
  mockRoute(workspaceRoutes.profileCounts, () => ({ data: { clients: 0, tracked: 0, searches: 0 } }))
  mockRoute(catalogueRoutes.menu, () => ({ data: { '{product}_menu': wireMenu() } }))
  mockRoute(holdsRoutes.list, () => ({ data: [], meta: { held: 0, limit: 60 } }))
  mockRoute(quotesRoutes.list, () => wireQuotes())
  mockRoute(quotesRoutes.share, ({ body }) => ({ data: body }))
  mockRoute(quoteSettingsRoutes.read, () => wireQuoteSettings())
  mockRoute(cardsRoutes.list, () => ({ data: [] }))
  mockRoute(calendarsRoutes.list, () => ({ data: [] }))
  mockRoute(teamsRoutes.overview, () => ({
    data: {
      name: 'Harbour Box Office',
      may_manage: false,
      can_sell: false,
      second_factor_required_from: null,
      members: [],
      invitations: [],
    },
  }))
  mockRoute(teamLegalDetailsRoutes.read, () => ({
    data: { legal_name: '', address: '', tax_number: '' },
  }))
  mockRoute(closingRoutes.read, () => ({ data: { reasons: [], ends_team: true } }))
  mockRoute(accountExportsRoutes.read, () => ({
    data: { export: null, retention_days: 7, erased_after_days: 30 },
  }))
  mockRoute(emailChangeRoutes.read, () => ({ data: wireEmailAddress() }))
  mockRoute(securityRoutes.overview, () => ({ data: wireSecurity() }))
  mockRoute(trackedListingsRoutes.settings, () => ({ data: wireTrackingSettings() }))
  mockRoute(trackedListingsRoutes.alerts, () => ({ data: [] }))
  let preferences = {}
  mockRoute(preferencesRoutes.read, () => ({ data: preferences }))
  mockRoute(preferencesRoutes.change, ({ body }) => ({ data: (preferences = { ...preferences, ...body }) }))
  mockRoute(notificationsRoutes.unread, () => ({ data: { unread: 0 } }))
  mockRoute(notificationsRoutes.record, () => ({ data: { unread: 0 } }))
  mockRoute(homeRoutes.recordView, () => ({ data: { event_id: 17 } }))
}
