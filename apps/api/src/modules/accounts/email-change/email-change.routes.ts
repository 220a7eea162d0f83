import { emailChangeRoutes, type WireEmailAddress } from '@terrace/contracts/email-change'
import { callerOf } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import { emailLinkOrigin } from '#api/shared/http/allowed-origin.ts'
import type { Ids } from '#api/shared/ids.ts'
import type { FastifyRequest } from 'fastify'
import { findAccount } from '../accounts.repo.ts'
import type { Authenticator } from '../login/authenticate.ts'
import { confirmEmailChange } from './confirm-email-change.ts'
import { confirmHours, findPendingChange, readUndoUntil } from './email-changes.repo.ts'
import { cancelEmailChange, requestEmailChange, resendEmailChange } from './request-email-change.ts'
import { undoEmailChange } from './undo-email-change.ts'

interface EmailChangeDeps {
  db: Db
  ids: Ids
  outbox: OutboxTail
  authenticator: Authenticator
  config: { tradeOrigins: readonly string[]; production: boolean; port: number }
}

export function mountEmailChange(http: HttpContext, deps: EmailChangeDeps): void {
  const { db, outbox, authenticator, config } = deps
  const contextOf = (request: FastifyRequest) => ({
    siteOrigin: emailLinkOrigin(config, request.headers.origin),
    caller: callerOf(request),
  })

  mountRoute(http, emailChangeRoutes.read, async ({ account }) => ({
    data: await presentAddress(db, account.accountId),
  }))

  mountRoute(http, emailChangeRoutes.request, async ({ account, body, request }) => {
    await requestEmailChange(deps, account, { email: body.email, ...contextOf(request) })
    outbox.wake()
    return { data: await presentAddress(db, account.accountId) }
  })

  mountRoute(http, emailChangeRoutes.resend, async ({ account, request }) => {
    await resendEmailChange(deps, account, contextOf(request))
    outbox.wake()
    return { data: await presentAddress(db, account.accountId) }
  })

  mountRoute(http, emailChangeRoutes.cancel, async ({ account, request }) => {
    await cancelEmailChange(deps, account, callerOf(request))
    return { data: await presentAddress(db, account.accountId) }
  })

  mountRoute(http, emailChangeRoutes.confirm, async ({ body, request }) => {
    await confirmEmailChange(deps, { token: body.token, caller: callerOf(request) })
    outbox.wake()
    return { data: { status: true }, message: 'Your email address has been changed' }
  })

  mountRoute(http, emailChangeRoutes.undo, async ({ body, request }) => {
    const ended = await undoEmailChange(deps, { token: body.token, caller: callerOf(request) })
    for (const sessionId of ended) authenticator.dropCachedSession(sessionId)
    outbox.wake()
    return {
      data: { status: true },
      message:
        'The change is undone and all devices are logged out. We’ve sent a link to this address: set a new password with it',
    }
  })
}

async function presentAddress(db: Db, accountId: string): Promise<WireEmailAddress> {
  const [account, pending, undoUntil] = await Promise.all([
    findAccount(db, accountId),
    findPendingChange(db, accountId),
    readUndoUntil(db, accountId),
  ])
  return {
    email: account?.email ?? '',
    verified: account?.isEmailVerified ?? false,
    pending: pending
      ? {
          email: pending.newEmail,
          requested_at: pending.requestedAt.toISOString(),
          expires_at: new Date(pending.requestedAt.getTime() + confirmHours * 3_600_000).toISOString(),
        }
      : null,
    undo_until: undoUntil?.toISOString() ?? null,
  }
}
