import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Ids } from '../../shared/ids.ts'
import type { Account } from './account.ts'
import { accountErrors } from './accounts.errors.ts'
import {
  countLoginFailures,
  findByUsername,
  forgetLoginFailures,
  recordLoginFailure,
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
  const failures = await countLoginFailures(db, { username, address, minutes: limits.minutes })
  if (failures.byUsername >= limits.perUsername || failures.byAddress >= limits.perAddress) {
    throw accountErrors.make('account.too_many_attempts')
  }
  const found = await findByUsername(db, username)
  const matches = await passwordMatches(password, found?.passwordHash ?? (await nobody))
  if (!found || !matches || found.account.status === 'suspended') {
    await recordLoginFailure(db, username, address)
    throw accountErrors.make('account.login_failed')
  }
  // Told only after the right password (product.md §8).
  if (found.account.status === 'pending') throw accountErrors.make('account.pending')
  const token = ids.secret()
  await inTransaction(db, async (tx) => {
    await forgetLoginFailures(tx, username)
    await insertSession(tx, { id: ids.next('ses'), accountId: found.account.id, token, userAgent })
  })
  return { account: found.account, token }
}
