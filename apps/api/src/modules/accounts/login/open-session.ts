import type { WireSecondFactorPrompt } from '@terrace/contracts/accounts'
import type { Caller } from '#api/audit/caller.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { ipLimitKey } from '#api/shared/http/ip-limit-key.ts'
import type { Ids } from '#api/shared/ids.ts'
import type { Account } from '../account.ts'
import { findByEmail, findByUsername, lockActiveAccount } from '../accounts.repo.ts'
import type { DeviceCookie } from '../devices/device-cookies.ts'
import { noteLogin } from '../devices/note-login.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { startSecondFactorOfHandover } from './start-second-factor.ts'
import { insertSession } from '../sessions/sessions.repo.ts'

/** The account that a site names at its first handover, ignoring case; by email only one that is confirmed. */
export async function findHandoverAccount(
  db: DbOrTx,
  by: 'username' | 'email',
  name: string,
): Promise<Account | undefined> {
  if (by === 'username') return (await findByUsername(db, name))?.account
  const account = await findByEmail(db, name)
  return account?.isEmailVerified ? account : undefined
}

interface OpenSession {
  accountId: string
  /** The browser's current session, of any account; it ends. */
  replaced: AuthenticatedAccount | undefined
  caller: Caller
  /** Known devices that the browser proves, of any account. */
  devices: readonly DeviceCookie[]
}

interface OpenedSession {
  id: string
  token: string
  /** Sessions that the caller evicts from its process's cache after the commit. */
  ended: string[]
  /** For the cookie that makes the device known. */
  deviceEpoch: number
}

/**
 * Opens a session without a password, or asks for the account's second factor, in the caller's transaction; the caller
 * has authenticated the account. `undefined` if the account is not active.
 */
export async function openSession(
  tx: Tx,
  ids: Ids,
  { accountId, replaced, caller, devices }: OpenSession,
): Promise<OpenedSession | { secondFactor: WireSecondFactorPrompt } | undefined> {
  if (!(await lockActiveAccount(tx, accountId))) return undefined
  const replacedSessionId = replaced?.sessionId ?? null
  const secondFactor = await startSecondFactorOfHandover(tx, ids, { accountId, replacedSessionId })
  if (secondFactor) return { secondFactor }
  const session = { id: ids.next('ses'), token: ids.secret() }
  await insertSession(tx, {
    ...session,
    accountId,
    userAgent: caller.userAgent,
    ipAddress: ipLimitKey(caller.ipAddress),
  })
  const deviceEpoch = await noteLogin(tx, { accountId, sessionId: session.id, devices })
  const sessionEnd = { reason: 'logged_out', caller, actorId: replaced?.accountId } as const
  const ended =
    replaced && (await endSessions(tx, replaced.accountId, sessionEnd, { only: replaced.sessionId }))
  return { ...session, ended: ended ?? [], deviceEpoch }
}
