import { sessionsRoutes } from '@terrace/contracts/sessions'
import { callerOf, type Caller } from '../../audit/caller.ts'
import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import { mountRoute, type HttpContext } from '../../http/mount-route.ts'
import type { OutboxTail } from '../../outbox/tail-outbox.ts'
import { accountErrors } from './accounts.errors.ts'
import type { Authenticator } from './authenticate.ts'
import { endSessions } from './end-sessions.ts'
import { liveSessions } from './sessions.repo.ts'

interface SessionsDeps {
  db: Db
  outbox: OutboxTail
  authenticator: Authenticator
}

/** A user's own sessions: where one is logged in, and ending what one no longer uses. */
export function mountSessions(http: HttpContext, { db, outbox, authenticator }: SessionsDeps): void {
  async function end(
    accountId: string,
    caller: Caller,
    which: { only: string } | { except: string },
  ): Promise<number> {
    const why = { reason: 'by_user', caller, actorId: accountId } as const
    const ended = await inTransaction(db, (tx) => endSessions(tx, accountId, why, which))
    for (const sessionId of ended) authenticator.forget(sessionId)
    outbox.wake()
    return ended.length
  }

  mountRoute(http, sessionsRoutes.list, async ({ account }) => {
    const sessions = await liveSessions(db, account.accountId)
    return {
      data: sessions.map(({ id, userAgent, address, createdAt, lastSeenAt }) => ({
        id,
        current: id === account.sessionId,
        user_agent: userAgent,
        address,
        created_at: createdAt.toISOString(),
        last_seen_at: lastSeenAt.toISOString(),
      })),
    }
  })

  mountRoute(http, sessionsRoutes.revoke, async ({ account, params, request }) => {
    // Somebody else's session is as unknown as one that never was.
    if ((await end(account.accountId, callerOf(request), { only: params.id })) === 0) {
      throw accountErrors.make('session.not_found')
    }
    return { data: { status: true } }
  })

  mountRoute(http, sessionsRoutes.revokeOthers, async ({ account, request }) => {
    const ended = await end(account.accountId, callerOf(request), { except: account.sessionId })
    return { data: { status: true, ended } }
  })
}
