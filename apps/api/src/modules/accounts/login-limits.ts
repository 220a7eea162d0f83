import type { Db } from '../../db/client.ts'
import { accountErrors } from './accounts.errors.ts'
import { forgetLoginAttempt, loginFailures, recordLoginAttempt } from './login-failures.repo.ts'

interface Attempt {
  username: string
  /** From `addressKey`. */
  address: string
}

/** What the last fifteen minutes may hold of failed attempts before the next is refused. */
const limits = { minutes: 15, perNameAndAddress: 10, perAddress: 100, perName: 50 } as const

/**
 * Throws `account.too_many_attempts` where a name or an address has failed too often.
 * `own` attempts are among the counted and not held against it.
 *
 * Nobody shuts a stranger out for long: whoever fails is refused from where they are, and only then. Failures from
 * elsewhere add up to a limit of the name as well, else many addresses could guess without end, but that one never
 * stands in the way of an address from which the account was used before.
 */
export async function assertMayTry(db: Db, attempt: Attempt, own: 0 | 1 = 0): Promise<void> {
  const failed = await loginFailures(db, { ...attempt, minutes: limits.minutes })
  const isFull =
    (failed.here.count >= limits.perNameAndAddress + own && failed.here) ||
    (failed.fromAddress.count >= limits.perAddress + own && failed.fromAddress) ||
    (failed.onName.count >= limits.perName + own && !failed.isKnownAddress && failed.onName)
  if (!isFull) return
  throw accountErrors.make('account.too_many_attempts', {
    title: `Too many failed attempts. Please wait ${minutesText(isFull.endsInSeconds)} and try again`,
    retryAfterSeconds: isFull.endsInSeconds,
  })
}

/**
 * Notes an attempt as failed, so that of many sent at once each sees the others, and refuses it like
 * {@link assertMayTry}. Answers its id, by which a good one is forgotten.
 */
export async function beginAttempt(db: Db, attempt: Attempt): Promise<number> {
  const id = await recordLoginAttempt(db, attempt.username, attempt.address)
  try {
    await assertMayTry(db, attempt, 1)
    return id
  } catch (error) {
    // Not even looked at, so it does not make the wait longer.
    await forgetLoginAttempt(db, id)
    throw error
  }
}

/** `a minute`, `14 minutes`: rounded up, so that nobody comes too early. */
export function minutesText(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
