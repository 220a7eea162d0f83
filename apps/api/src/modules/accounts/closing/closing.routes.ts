import { closingRoutes } from '@terrace/contracts/closing'
import { callerOf } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { Authenticator } from '../login/authenticate.ts'
import { closeAccount } from './close-account.ts'
import { presentClosing } from './closing-messages.ts'
import { readClosing } from './closing.repo.ts'

interface ClosingDeps {
  db: Db
  outbox: OutboxTail
  authenticator: Authenticator
}

export function mountClosing(http: HttpContext, { db, outbox, authenticator }: ClosingDeps): void {
  mountRoute(http, closingRoutes.read, async ({ account }) => ({
    data: presentClosing(await readClosing(db, account.accountId)),
  }))

  mountRoute(http, closingRoutes.close, async ({ account: { accountId }, request }) => {
    const closing = { accountId, actorId: accountId, caller: callerOf(request) }
    const ended = await inTransaction(db, (tx) => closeAccount(tx, closing))
    for (const sessionId of ended) authenticator.dropCachedSession(sessionId)
    outbox.wake()
    return { data: { status: true } }
  })
}
