import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Ids } from '../../shared/ids.ts'
import type { Account } from './account.ts'
import { accountErrors } from './accounts.errors.ts'
import {
  countLoginFailures,
  findByUsername,
  forgetLoginAttempt,
  forgetLoginFailures,
  recordLoginAttempt,
} from './accounts.repo.ts'
import { hashPassword, passwordMatches } from './password-hash.ts'
import { insertSession } from './sessions.repo.ts'

const limits = { minutes: 15, perUsername: 10, perAddress: 100 } as const

export interface LogIn {
  username: string
  password: string
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
  // Written down before it is judged: of a thousand guesses sent at once each sees the others.
  const attempt = await recordLoginAttempt(db, username, address)
  const failures = await countLoginFailures(db, { username, address, minutes: limits.minutes })
  if (failures.byUsername > limits.perUsername || failures.byAddress > limits.perAddress) {
    // Not even looked at, so it does not make the wait longer.
    await forgetLoginAttempt(db, attempt)
    throw accountErrors.make('account.too_many_attempts')
  }
  const found = await findByUsername(db, username)
  const matches = await passwordMatches(password, found?.passwordHash ?? (await nobody))
  if (!found || !matches || found.account.status === 'suspended') {
    throw accountErrors.make('account.login_failed')
  }
  if (found.account.status === 'pending') {
    await forgetLoginAttempt(db, attempt)
    // Told only after the right password (product.md §8).
    throw accountErrors.make('account.pending')
  }
  const token = ids.secret()
  await inTransaction(db, async (tx) => {
    await forgetLoginFailures(tx, username)
    await insertSession(tx, { id: ids.next('ses'), accountId: found.account.id, token, userAgent })
  })
  return { account: found.account, token }
}
