import { sessionsRoutes } from '@terrace/contracts/sessions'
import { callerOf, type Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import { ipLimitKey } from '#api/shared/http/ip-limit-key.ts'
import { networkOf } from '#api/shared/http/network-of.ts'
import type { Ids } from '#api/shared/ids.ts'
import { accountErrors } from '../accounts.errors.ts'
import { setDeviceCookie, type DeviceDeps } from '../devices/device-cookies.ts'
import { readDeviceEpoch } from '../devices/devices.repo.ts'
import type { Authenticator } from '../login/authenticate.ts'
import { endSessions } from './end-sessions.ts'
import { findActiveSessions } from './sessions.repo.ts'

interface SessionsDeps extends DeviceDeps {
  db: Db
  ids: Ids
  outbox: OutboxTail
  authenticator: Authenticator
}

export function mountSessions(http: HttpContext, deps: SessionsDeps): void {
  const { db, outbox, authenticator } = deps

  async function end(
    accountId: string,
    caller: Caller,
    which: { only: string } | { except: string },
  ): Promise<number> {
    const sessionEnd = { reason: 'by_user', caller, actorId: accountId } as const
    const ended = await inTransaction(db, (tx) => endSessions(tx, accountId, sessionEnd, which))
    for (const sessionId of ended) authenticator.dropCachedSession(sessionId)
    outbox.wake()
    return ended.length
  }

  mountRoute(http, sessionsRoutes.list, async ({ account, request }) => {
    const here = networkOf(ipLimitKey(request.ip))
    const sessions = await findActiveSessions(db, account.accountId)
    return {
      data: sessions.map(({ id, userAgent, ipAddress, createdAt, lastSeenAt }) => ({
        id,
        current: id === account.sessionId,
        user_agent: userAgent,
        address: networkOf(ipAddress),
        same_network: here !== '' && networkOf(ipAddress) === here,
        created_at: createdAt.toISOString(),
        last_seen_at: lastSeenAt.toISOString(),
      })),
    }
  })

  mountRoute(http, sessionsRoutes.revoke, async ({ account, params, request }) => {
    // Another account's session is reported like an unknown one.
    if ((await end(account.accountId, callerOf(request), { only: params.id })) === 0) {
      throw accountErrors.make('session.not_found')
    }
    return { data: { status: true } }
  })

  mountRoute(
    http,
    sessionsRoutes.revokeOthers,
    async ({ account: { accountId, sessionId }, request, reply }) => {
      const ended = await end(accountId, callerOf(request), { except: sessionId })
      // This device stays known.
      const epoch = await readDeviceEpoch(db, accountId)
      setDeviceCookie(deps, { request, reply }, { accountId, epoch })
      return { data: { status: true, ended } }
    },
  )
}
