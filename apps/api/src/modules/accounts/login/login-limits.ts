import type { Db } from '#api/db/client.ts'
import type { AppError } from '#api/shared/app-error.ts'
import { minutesText } from '#api/shared/text/minutes-text.ts'
import type { DeviceCookie } from '../devices/device-cookies.ts'
import { accountErrors } from '../accounts.errors.ts'
import { insertLoginAttempt, readLoginWait, type LoginLimits } from './login-failures.repo.ts'

/** Whose failures count together. */
interface LoginAttempt {
  username: string
  /** From `ipLimitKey`; {@link deviceLimitKey} and {@link sessionLimitKey} are for callers with an allowance of their own. */
  ipAddress: string
  /** `perName` does not apply. */
  isKnown?: boolean
}

/**
 * A device on which the account logged in before has an allowance of its own, so that an attack on the name, or from the
 * same address, does not lock the owner out.
 */
export function deviceLimitKey(device: DeviceCookie | undefined, ipAddress: string) {
  return device ? { ipAddress: `device:${device.deviceId}`, isKnown: true } : { ipAddress }
}

/** An open session has an allowance of its own, too. */
export function sessionLimitKey(sessionId: string) {
  return { ipAddress: `session:${sessionId}`, isKnown: true }
}

/**
 * Failed attempts allowed in 15 minutes. Limits apply per IP address, so a stranger cannot lock the owner out. `perName`
 * stops guessing from many IP addresses; known devices and open sessions are exempt from it.
 */
const limits: LoginLimits = { minutes: 15, perNameAndIpAddress: 10, perIpAddress: 100, perName: 50 }
const knownLimits: LoginLimits = { ...limits, perName: 2_147_483_647 }

const limitsOf = ({ isKnown = false }: LoginAttempt) => (isKnown ? knownLimits : limits)

/** @throws `account.too_many_attempts` if a username or an IP address failed too often. */
export async function assertLoginAllowed(db: Db, attempt: LoginAttempt): Promise<void> {
  const waitSeconds = await readLoginWait(db, attempt, limitsOf(attempt))
  if (waitSeconds !== undefined) throw tooManyAttempts(waitSeconds)
}

/**
 * Records the attempt as failed before checking the password, so concurrent attempts count each other. Returns its
 * id, for deletion after a success.
 * @throws `account.too_many_attempts`
 */
export async function startLoginAttempt(db: Db, attempt: LoginAttempt): Promise<number> {
  const started = await insertLoginAttempt(db, attempt, limitsOf(attempt))
  if ('id' in started) return started.id
  throw tooManyAttempts(started.waitSeconds)
}

export function tooManyAttempts(waitSeconds: number): AppError {
  return accountErrors.make('account.too_many_attempts', {
    title: `Too many failed attempts. Wait ${minutesText(waitSeconds)} and try again`,
    retryAfterSeconds: waitSeconds,
  })
}
