import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Ids } from '../../shared/ids.ts'
import type { Account } from './account.ts'
import { accountErrors } from './accounts.errors.ts'
import { findByUsername, holdPassword } from './accounts.repo.ts'
import { inHashSlot } from './hash-slots.ts'
import { forgetLoginAttempt, forgetLoginFailures } from './login-failures.repo.ts'
import { assertMayTry, beginAttempt } from './login-limits.ts'
import { hashPassword, passwordMatches } from './password-hash.ts'
import { insertSession } from './sessions.repo.ts'

export interface LogIn {
  username: string
  password: string
  /** From `addressKey`. */
  address: string
  userAgent: string
}

// Compared against when there is no such account, so that the answer takes as long as for a wrong password.
const nobody = hashPassword('nobody has this password')

/** Opens a session for the right user name and password; answers the same for an unknown name and a wrong password. */
export async function logIn(
  { db, ids }: { db: Db; ids: Ids },
  { username, password, address, userAgent }: LogIn,
): Promise<{ account: Account; token: string }> {
  // Before the line as well as in it: those who are shut out anyway take nobody's place.
  await assertMayTry(db, { username, address })
  const { account, passwordHash, attempt } = await inHashSlot(async () => {
    const attempt = await beginAttempt(db, { username, address })
    const found = await findByUsername(db, username)
    const matches = await passwordMatches(password, found?.passwordHash ?? (await nobody))
    if (found && matches && found.account.status !== 'suspended') return { ...found, attempt }
    throw accountErrors.make('account.login_failed')
  })
  // Told only after the right password (product.md §8).
  if (account.status === 'pending') {
    await forgetLoginAttempt(db, attempt)
    throw accountErrors.make('account.pending')
  }
  const token = ids.secret()
  await inTransaction(db, async (tx) => {
    // A reset that came in between has ended all sessions; one more by the old password must not outlive it.
    if (!(await holdPassword(tx, account.id, passwordHash))) throw accountErrors.make('account.login_failed')
    await forgetLoginFailures(tx, username, address)
    await insertSession(tx, { id: ids.next('ses'), accountId: account.id, token, userAgent, address })
  })
  return { account, token }
}
