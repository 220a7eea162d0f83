import { workspaceRoutes } from '@terrace/contracts/workspace'
import type { Db } from '#api/db/client.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import { commonErrors } from '#api/shared/app-error.ts'
import type { Clock } from '#api/shared/clock.ts'
import { findAccount, presentUser } from '#api/modules/accounts/index.ts'
import type { ChatPort } from '#api/modules/chat/index.ts'
import { countOpenQuotes } from '#api/modules/quotes/index.ts'
import { countOrders } from '#api/modules/orders/index.ts'
import { countClients } from '#api/modules/clients/index.ts'
import { countSavedSearches } from '#api/modules/saved-searches/index.ts'
import { countTrackedListings } from '#api/modules/tracking/index.ts'

interface WorkspaceDeps {
  db: Db
  chat: ChatPort
  clock: Clock
}

/** Mounts endpoints that combine several modules for one screen. */
export function mountWorkspace(http: HttpContext, { db, chat, clock }: WorkspaceDeps): void {
  async function countsOf(teamId: string) {
    const [orders, quotes] = await Promise.all([
      countOrders(db, teamId),
      countOpenQuotes(db, teamId, clock.now()),
    ])
    return { orders, quotes }
  }

  mountRoute(http, workspaceRoutes.counts, async ({ account }) => {
    const { orders, quotes } = await countsOf(account.teamId)
    return { data: { order_count: orders, quote_count: quotes } }
  })

  mountRoute(http, workspaceRoutes.profileCounts, async ({ account }) => {
    const [clients, tracked, searches] = await Promise.all([
      countClients(db, account.teamId),
      countTrackedListings(db, account),
      countSavedSearches(db, account),
    ])
    return { data: { clients, tracked, searches } }
  })

  mountRoute(http, workspaceRoutes.info, async ({ account }) => {
    const user = await findAccount(db, account.accountId)
    if (!user) throw commonErrors.make('session.missing')
    const counts = await countsOf(account.teamId)
    return {
      data: {
        ...presentUser(user, counts),
        created_at: user.createdAt.toISOString(),
        email_verified: user.isEmailVerified,
        has_weak_login: user.hasShortPassword,
        ...chat.identify(user, clock.now()),
      },
    }
  })
}
