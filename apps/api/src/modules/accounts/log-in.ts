import { recordSecurityEvents } from '../../audit/audit.repo.ts'
import type { Caller } from '../../audit/caller.ts'
import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Ids } from '../../shared/ids.ts'
import type { Account } from './account.ts'
import { accountErrors } from './accounts.errors.ts'
import { findByUsername, holdPassword } from './accounts.repo.ts'
import { addressKey } from './caller-address.ts'
import { inHashSlot } from './hash-slots.ts'
import { forgetLoginAttempt, forgetLoginFailures } from './login-failures.repo.ts'
import { assertMayTry, beginAttempt } from './login-limits.ts'
import { hashPassword, passwordMatches } from './password-hash.ts'
import { recordFailedLogin, recordLock, type FailedLogin } from './record-logins.ts'
import { insertSession } from './sessions.repo.ts'

export interface LogIn {
  username: string
  password: string
  caller: Caller
}

// Compared against when there is no such account, so that the answer takes as long as for a wrong password.
const nobody = hashPassword('nobody has this password')

type Refusal = 'account.login_failed' | 'account.pending'

/** Opens a session for the right user name and password; answers the same for an unknown name and a wrong password. */
export async function logIn(
  { db, ids }: { db: Db; ids: Ids },
  { username, password, caller }: LogIn,
): Promise<{ account: Account; token: string }> {
  const address = addressKey(caller.address)
  const { attempt, found, matches } = await recordLock(db, { username, address, caller }, async () => {
    // Before the line as well as in it: those who are shut out anyway take nobody's place.
    await assertMayTry(db, { username, address })
    return inHashSlot(async () => {
      const attempt = await beginAttempt(db, { username, address })
      const found = await findByUsername(db, username)
      return {
        attempt,
        found,
        matches: await passwordMatches(password, found?.passwordHash ?? (await nobody)),
      }
    })
  })
  const account = found?.account
  const refuse = async (reason: FailedLogin, code: Refusal = 'account.login_failed'): Promise<never> => {
    await recordFailedLogin(db, { reason, caller, account })
    throw accountErrors.make(code)
  }
  if (!found || !account) return refuse('unknown_name')
  if (!matches) return refuse('wrong_password')
  if (account.status === 'suspended') return refuse('suspended')
  // Told only after the right password (product.md §8).
  if (account.status === 'pending') {
    await forgetLoginAttempt(db, attempt)
    return refuse('pending', 'account.pending')
  }
  const session = { id: ids.next('ses'), accountId: account.id, token: ids.secret(), address }
  const isOpen = await inTransaction(db, async (tx) => {
    // A reset that came in between has ended all sessions; one more by the old password must not outlive it.
    if (!(await holdPassword(tx, account.id, found.passwordHash))) return false
    await forgetLoginFailures(tx, username, address)
    await insertSession(tx, { ...session, userAgent: caller.userAgent })
    await recordSecurityEvents(tx, {
      kind: 'login.succeeded',
      caller,
      actorId: account.id,
      accountId: account.id,
      teamId: account.teamId,
      sessionId: session.id,
      facts: {},
    })
    return true
  })
  if (!isOpen) return refuse('password_changed')
  return { account, token: session.token }
}
