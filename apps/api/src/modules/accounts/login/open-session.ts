import type { Caller } from '#api/audit/caller.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { ipLimitKey } from '#api/shared/http/ip-limit-key.ts'
import type { Ids } from '#api/shared/ids.ts'
import type { Account } from '../account.ts'
import { findByEmail, findByUsername, lockActiveAccount } from '../accounts.repo.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { insertSession } from '../sessions/sessions.repo.ts'

/** The account named in a handover, by username or email, ignoring case. */
export async function findHandoverAccount(
  db: DbOrTx,
  by: 'username' | 'email',
  name: string,
): Promise<Account | undefined> {
  return by === 'email' ? findByEmail(db, name) : (await findByUsername(db, name))?.account
}

interface OpenSession {
  accountId: string
  /** The browser's current session, of any account; it ends. */
  replaced: AuthenticatedAccount | undefined
  caller: Caller
}

interface OpenedSession {
  id: string
  token: string
  /** Sessions that the caller evicts from its process's cache after the commit. */
  ended: string[]
}

/**
 * Opens a session without a password, in the caller's transaction; the caller has authenticated the account.
 * `undefined` if the account is not active.
 */
export async function openSession(
  tx: Tx,
  ids: Ids,
  { accountId, replaced, caller }: OpenSession,
): Promise<OpenedSession | undefined> {
  if (!(await lockActiveAccount(tx, accountId))) return undefined
  const session = { id: ids.next('ses'), token: ids.secret() }
  await insertSession(tx, {
    ...session,
    accountId,
    userAgent: caller.userAgent,
    ipAddress: ipLimitKey(caller.ipAddress),
  })
  const sessionEnd = { reason: 'logged_out', caller, actorId: replaced?.accountId } as const
  const ended =
    replaced && (await endSessions(tx, replaced.accountId, sessionEnd, { only: replaced.sessionId }))
  return { ...session, ended: ended ?? [] }
}
