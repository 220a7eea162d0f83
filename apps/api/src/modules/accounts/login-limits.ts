import type { Db } from '../../db/client.ts'
import type { AppError } from '../../shared/app-error.ts'
import { minutesText } from '../../shared/minutes-text.ts'
import { accountErrors } from './accounts.errors.ts'
import { beginLoginAttempt, readLoginWait, type LoginLimits } from './login-failures.repo.ts'

interface Attempt {
  username: string
  /** From `addressKey`. */
  address: string
}

/**
 * What the last fifteen minutes may hold of failed attempts before the next is refused.
 *
 * Nobody shuts a stranger out for long: whoever fails is refused from where they are, and only then. Failures from
 * elsewhere add up to a limit of the name as well, else many addresses could guess without end, but that one never
 * stands in the way of an address from which the account was used before.
 */
const limits: LoginLimits = { minutes: 15, perNameAndAddress: 10, perAddress: 100, perName: 50 }

/** Throws `account.too_many_attempts` where a name or an address has failed too often. */
export async function assertMayTry(db: Db, attempt: Attempt): Promise<void> {
  const waitSeconds = await readLoginWait(db, attempt, limits)
  if (waitSeconds !== undefined) throw tooManyAttempts(waitSeconds)
}

/**
 * Notes an attempt as failed, so that of many sent at once each sees the others, and refuses it like
 * {@link assertMayTry}. Answers its id, by which a good one is forgotten.
 */
export async function beginAttempt(db: Db, attempt: Attempt): Promise<number> {
  const begun = await beginLoginAttempt(db, attempt, limits)
  if ('id' in begun) return begun.id
  throw tooManyAttempts(begun.waitSeconds)
}

function tooManyAttempts(waitSeconds: number): AppError {
  return accountErrors.make('account.too_many_attempts', {
    title: `Too many failed attempts. Please wait ${minutesText(waitSeconds)} and try again`,
    retryAfterSeconds: waitSeconds,
  })
}
