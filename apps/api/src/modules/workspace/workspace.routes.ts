import { workspaceRoutes } from '@terrace/contracts/workspace'
import type { Db } from '../../db/client.ts'
import { mountRoute, type HttpContext } from '../../http/mount-route.ts'
import { commonErrors } from '../../shared/app-error.ts'
import type { Clock } from '../../shared/clock.ts'
import { findAccount, presentUser } from '../accounts/index.ts'
import type { ChatPort } from '../chat/index.ts'
import { countOpenQuotes } from '../quotes/index.ts'
import { countOrders } from '../orders/index.ts'

interface WorkspaceDeps {
  db: Db
  chat: ChatPort
  clock: Clock
}

/** What one screen needs from several capabilities (architecture.md §1). */
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

  mountRoute(http, workspaceRoutes.info, async ({ account }) => {
    const user = await findAccount(db, account.accountId)
    if (!user) throw commonErrors.make('session.missing')
    const counts = await countsOf(account.teamId)
    return {
      data: {
        ...presentUser(user, counts),
        created_at: user.createdAt.toISOString(),
        email_verified: user.isEmailVerified,
        ...chat.identify(user, clock.now()),
      },
    }
  })
}
