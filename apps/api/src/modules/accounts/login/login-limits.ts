import type { Db } from '#api/db/client.ts'
import type { AppError } from '#api/shared/app-error.ts'
import { minutesText } from '#api/shared/text/minutes-text.ts'
import { accountErrors } from '../accounts.errors.ts'
import { insertLoginAttempt, readLoginWait, type LoginLimits } from './login-failures.repo.ts'

interface LoginAttempt {
  username: string
  /** From `ipLimitKey`. */
  ipAddress: string
}

/**
 * Failed attempts allowed in 15 minutes.
 * Limits apply per IP address, so a stranger cannot lock the owner out. `perName` stops guessing from many IP addresses; it
 * does not apply to IP addresses from which the account has been used before.
 */
const limits: LoginLimits = { minutes: 15, perNameAndIpAddress: 10, perIpAddress: 100, perName: 50 }

/** @throws `account.too_many_attempts` if a username or an IP address failed too often. */
export async function assertLoginAllowed(db: Db, attempt: LoginAttempt): Promise<void> {
  const waitSeconds = await readLoginWait(db, attempt, limits)
  if (waitSeconds !== undefined) throw tooManyAttempts(waitSeconds)
}

/**
 * Records the attempt as failed before checking the password, so concurrent attempts count each other. Returns its
 * id, for deletion after a success.
 * @throws `account.too_many_attempts`
 */
export async function startLoginAttempt(db: Db, attempt: LoginAttempt): Promise<number> {
  const started = await insertLoginAttempt(db, attempt, limits)
  if ('id' in started) return started.id
  throw tooManyAttempts(started.waitSeconds)
}

function tooManyAttempts(waitSeconds: number): AppError {
  return accountErrors.make('account.too_many_attempts', {
    title: `Too many failed attempts. Wait ${minutesText(waitSeconds)} and try again`,
    retryAfterSeconds: waitSeconds,
  })
}
