import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { Ids } from '#api/shared/ids.ts'
import { accountErrors } from '../accounts.errors.ts'
import { findAccount, lockActiveAccount } from '../accounts.repo.ts'
import {
  countEmailChanges,
  endPendingChanges,
  findPendingChange,
  insertEmailChange,
} from './email-changes.repo.ts'

/** Emails per hour: what one account may ask for, and what one address gets from all accounts. */
const limits = { ofAccount: 5, forAddress: 5 } as const

interface ChangeDeps {
  db: Db
  ids: Ids
}

interface RequestContext {
  /** Site that the emails link to; from `emailLinkOrigin`. */
  siteOrigin: string | undefined
  caller: Caller
}

/**
 * Asks the new address to confirm the change; earlier requests for other addresses end. Who uses the address is looked
 * up only when the email is written, so that response and timing are the same for every address.
 * @throws `email.same_address`, `email.too_many_requests`, `email.change_unavailable`
 */
export async function requestEmailChange(
  { db, ids }: ChangeDeps,
  account: AuthenticatedAccount,
  { email, ...context }: RequestContext & { email: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await assertActive(tx, account.accountId)
    await insertRequest({ tx, ids }, account, { newEmail: email, ...context })
  })
}

/** @throws `email.nothing_pending`, `email.too_many_requests`, `email.change_unavailable` */
export async function resendEmailChange(
  { db, ids }: ChangeDeps,
  account: AuthenticatedAccount,
  context: RequestContext,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await assertActive(tx, account.accountId)
    const pending = await findPendingChange(tx, account.accountId)
    if (!pending) throw accountErrors.make('email.nothing_pending')
    await insertRequest({ tx, ids }, account, { newEmail: pending.newEmail, ...context })
  })
}

/** @throws `email.nothing_pending` */
export async function cancelEmailChange(
  { db }: { db: Db },
  { accountId, sessionId, teamId }: AuthenticatedAccount,
  caller: Caller,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockActiveAccount(tx, accountId)
    if ((await endPendingChanges(tx, accountId)) === 0) throw accountErrors.make('email.nothing_pending')
    await recordSecurityEvents(tx, {
      kind: 'account.email_change_cancelled',
      caller,
      actorId: accountId,
      accountId,
      teamId,
      sessionId,
      details: {},
    })
  })
}

async function insertRequest(
  { tx, ids }: { tx: Tx; ids: Ids },
  { accountId, sessionId, teamId }: AuthenticatedAccount,
  { newEmail, siteOrigin, caller }: RequestContext & { newEmail: string },
): Promise<void> {
  const oldEmail = (await findAccount(tx, accountId))?.email ?? ''
  if (oldEmail.toLowerCase() === newEmail.toLowerCase()) {
    const title = 'This is already your email address'
    throw accountErrors.make('email.same_address', { details: { fields: { email: [title] } } })
  }
  if (siteOrigin === undefined) throw accountErrors.make('email.change_unavailable')
  const counts = await countEmailChanges(tx, { accountId, newEmail })
  if (counts.ofAccount >= limits.ofAccount) {
    throw accountErrors.make('email.too_many_requests', { retryAfterSeconds: 3600 })
  }
  await endPendingChanges(tx, accountId, { exceptFor: newEmail })
  const changeId = ids.next('emc')
  await insertEmailChange(tx, { id: changeId, accountId, oldEmail, newEmail, siteOrigin })
  await recordSecurityEvents(tx, {
    kind: 'account.email_change_requested',
    caller,
    actorId: accountId,
    accountId,
    teamId,
    sessionId,
    details: { change_id: changeId },
  })
  // Earlier links in the inbox still work; an error would tell how many others asked for this address.
  if (counts.forAddress >= limits.forAddress) return
  await recordEvents(tx, [{ topic: 'email_change.requested', subject: changeId, payload: { changeId } }])
}

async function assertActive(tx: Tx, accountId: string): Promise<void> {
  if (!(await lockActiveAccount(tx, accountId))) throw accountErrors.make('account.not_active')
}
