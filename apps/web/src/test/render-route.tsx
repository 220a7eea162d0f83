import { cardsRoutes } from '@terrace/contracts/cards'
import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { holdsRoutes } from '@terrace/contracts/holds'
import { homeRoutes } from '@terrace/contracts/home'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { teamsRoutes } from '@terrace/contracts/teams'
import { trackedRoutes } from '@terrace/contracts/tracked-listings'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import type { BrowserConfig } from '@terrace/contracts/config'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import { setEnv } from '#web/lib/env.ts'
import { storeSession } from '#web/lib/session.ts'
import { Providers } from '#web/providers.tsx'
import { createAppRouter } from '#web/router.tsx'
import { answer } from './api-server.ts'
import { wireMenu } from './menu-factories.ts'
import { wireQuotes } from './quote-factories.ts'
import { settleAtEnd } from './settle-router.ts'
import { testEnv } from './test-env.ts'
import { wireTrackingSettings } from './tracking-factories.ts'

interface RenderOptions {
  /** What the login answer told about the user; null for somebody who is logged out. */
  user?: Record<string, unknown> | null
  env?: BrowserConfig
}

const testUser = {
  firstname: 'Jane',
  lastname: 'Miller',
  username: 'buyer',
  team_data: { name: 'Harbour Box Office' },
}

/** Opens an address of the whole application: router, shell and screen. Call {@link answerShell} before it. */
export async function renderRoute(address: string, { user = testUser, env = testEnv }: RenderOptions = {}) {
  setEnv(env)
  if (user !== null) storeSession('t0ken', user)
  const router = createAppRouter({ history: createMemoryHistory({ initialEntries: [address] }) })
  settleAtEnd(router)
  await act(() => router.load())
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  return router
}

/**
 * The shell's own calls, answered with nothing held, quoted or bought; and those of home, with nothing on sale, since many
 * tests stand there; and a team of nobody, no saved cards and the usual alerts, where the profile opens. A later `answer`
 * takes precedence.
 */
export function answerShell(): void {
  for (const route of [homeRoutes.lastMinute, homeRoutes.newEvents, homeRoutes.recentlyViewed]) {
    answer(route, () => ({ data: [] }))
  }
  answer(homeRoutes.home, () => ({
    data: {
      banners: [],
      popular_events: [],
      featured: null,
      market: { event_count: 0, ticket_count: 0, seller_count: 0 },
    },
    meta: { currency: 'GBP', rate_stale: false },
  }))
  answer(workspaceRoutes.counts, () => ({ data: { order_count: 0, quote_count: 0 } }))
  answer(catalogueRoutes.menu, () => ({ data: { '{product}_menu': wireMenu() } }))
  answer(holdsRoutes.list, () => ({ data: [], meta: { held: 0, cap: 60 } }))
  answer(quotesRoutes.list, () => wireQuotes())
  answer(cardsRoutes.list, () => ({ data: [] }))
  answer(teamsRoutes.overview, () => ({
    data: { name: 'Harbour Box Office', may_manage: false, members: [], invitations: [] },
  }))
  answer(trackedRoutes.settings, () => ({ data: wireTrackingSettings() }))
  answer(trackedRoutes.alerts, () => ({ data: [] }))
  answer(homeRoutes.recordView, () => ({ data: { event_id: 17 } }))
}
