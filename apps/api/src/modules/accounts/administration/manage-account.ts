import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { Ids } from '#api/shared/ids.ts'
import type { Account } from '../account.ts'
import { accountErrors } from '../accounts.errors.ts'
import { findByUsername, writePasswordHash } from '../accounts.repo.ts'
import { consumeResetTokens } from '../passwords/password-resets.repo.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { recordSecurityChange } from '../second-factor/record-security-change.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { addPasswordLink } from './password-link.ts'

interface ManageAccount {
  username: string
  caller: Caller
}

/**
 * Ends all sessions, and refuses logins until the account is reinstated. Returns the number of ended sessions.
 * @throws `account.not_found`, `account.not_active`
 */
export async function suspendAccount({ db }: { db: Db }, request: ManageAccount): Promise<number> {
  return changeStatus(db, { ...request, from: 'active', to: 'suspended' })
}

/** @throws `account.not_found`, `account.not_suspended` */
export async function reinstateAccount({ db }: { db: Db }, request: ManageAccount): Promise<void> {
  await changeStatus(db, { ...request, from: 'suspended', to: 'active' })
}

/** Returns the number of ended sessions. @throws `account.not_found` */
export async function endAllSessions(
  { db }: { db: Db },
  { username, caller }: ManageAccount,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { id } = await lockAccountByUsername(tx, username)
    const ended = await endSessions(tx, id, { reason: 'by_operator', caller })
    if (ended.length > 0)
      await recordEvents(tx, [
        {
          topic: 'account.security_changed',
          subject: id,
          payload: { accountId: id, change: 'sessions_ended' },
        },
      ])
    return ended.length
  })
}

/**
 * Makes the password useless and ends all sessions. Returns a link that sets a new password.
 * @throws `account.not_found`, `account.not_active`
 */
export async function replacePassword(
  { db, ids }: { db: Db; ids: Ids },
  { username, siteOrigin, caller }: ManageAccount & { siteOrigin: string },
): Promise<{ sessions: number; link: string }> {
  const passwordHash = await hashPassword(ids.secret())
  return inTransaction(db, async (tx) => {
    const { id: accountId, email, status } = await lockAccountByUsername(tx, username)
    if (status !== 'active') throw statusError('account.not_active', username, status)
    await writePasswordHash(tx, accountId, passwordHash)
    await consumeResetTokens(tx, accountId)
    const link = await addPasswordLink({ tx, ids }, { accountId, email, siteOrigin })
    await recordSecurityChange(tx, {
      change: 'password_replaced',
      kind: 'password.replaced',
      caller,
      accountId,
      details: {},
    })
    const ended = await endSessions(tx, accountId, { reason: 'password_reset', caller })
    return { sessions: ended.length, link }
  })
}

async function changeStatus(
  db: Db,
  { username, caller, from, to }: ManageAccount & { from: Account['status']; to: 'active' | 'suspended' },
): Promise<number> {
  const isSuspending = to === 'suspended'
  return inTransaction(db, async (tx) => {
    const { id, status } = await lockAccountByUsername(tx, username)
    if (status !== from)
      throw statusError(isSuspending ? 'account.not_active' : 'account.not_suspended', username, status)
    await tx.updateTable('accounts').set({ status: to }).where('id', '=', id).execute()
    await recordSecurityChange(tx, {
      change: isSuspending ? 'suspended' : 'reinstated',
      kind: isSuspending ? 'account.suspended' : 'account.reinstated',
      caller,
      accountId: id,
      details: {},
    })
    if (!isSuspending) return 0
    return (await endSessions(tx, id, { reason: 'account_suspended', caller })).length
  })
}

/** Locked against logins, which lock it too. */
/** @throws `account.not_found` */
export async function lockAccountByUsername(tx: Tx, username: string): Promise<Account> {
  const found = await findByUsername(tx, username)
  if (found)
    await tx.selectFrom('accounts').select('id').where('id', '=', found.account.id).forNoKeyUpdate().execute()
  const locked = found && (await findByUsername(tx, username))
  if (locked) return locked.account
  throw accountErrors.make('account.not_found', { title: `No account has the username ${username}` })
}

function statusError(code: 'account.not_active' | 'account.not_suspended', username: string, status: string) {
  return accountErrors.make(code, { title: `${username} is ${status}` })
}
