import type { Caller } from '../../audit/caller.ts'
import type { Reader, Tx } from '../../db/transaction.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { addressKey } from '../../shared/address-key.ts'
import type { Ids } from '../../shared/ids.ts'
import type { Account } from './account.ts'
import { findByEmail, findByUsername, holdActiveAccount } from './accounts.repo.ts'
import { endSessions } from './end-sessions.ts'
import { insertSession } from './sessions.repo.ts'

/** The account that somebody else names in place of a password: by user name or e-mail, whatever its case. */
export async function findVouchedFor(
  db: Reader,
  by: 'username' | 'email',
  name: string,
): Promise<Account | undefined> {
  return by === 'email' ? findByEmail(db, name) : (await findByUsername(db, name))?.account
}

interface OpenSession {
  accountId: string
  /** The session that the browser had until now, whoever's: it ends. */
  instead: SignedIn | undefined
  caller: Caller
}

interface OpenedSession {
  id: string
  token: string
  /** Ended ones, which the caller forgets in its own process after the commit. */
  ended: string[]
}

/**
 * Opens a session without a password, for whom the caller has made sure of, in the caller's transaction. Undefined where
 * the account is not active.
 */
export async function openSession(
  tx: Tx,
  ids: Ids,
  { accountId, instead, caller }: OpenSession,
): Promise<OpenedSession | undefined> {
  if (!(await holdActiveAccount(tx, accountId))) return undefined
  const session = { id: ids.next('ses'), token: ids.secret() }
  await insertSession(tx, {
    ...session,
    accountId,
    userAgent: caller.userAgent,
    address: addressKey(caller.address),
  })
  const why = { reason: 'logged_out', caller, actorId: instead?.accountId } as const
  const ended = instead && (await endSessions(tx, instead.accountId, why, { only: instead.sessionId }))
  return { ...session, ended: ended ?? [] }
}
