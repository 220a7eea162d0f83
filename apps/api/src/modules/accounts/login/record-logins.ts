import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import { firstInWindow } from '#api/audit/first-in-window.ts'
import type { SecurityEventOf } from '#api/audit/security-event.ts'
import type { Db } from '#api/db/client.ts'
import { AppError } from '#api/shared/app-error.ts'
import type { Account } from '../account.ts'
import { findByUsername } from '../accounts.repo.ts'

export type FailedLogin = SecurityEventOf<'login.failed'>['details']['reason']

const isFirstInWindow = firstInWindow(15 * 60_000)

/** Takes the same time for existing and unknown usernames. */
export async function recordFailedLogin(
  db: Db,
  { reason, caller, account }: { reason: FailedLogin; caller: Caller; account: Account | undefined },
): Promise<void> {
  await recordSecurityEvents(db, {
    kind: 'login.failed',
    caller,
    accountId: account?.id,
    teamId: account?.teamId,
    details: { reason },
  })
}

/** Runs `work` and records a lockout at most once per 15 minutes, username and IP address. */
export async function recordLockedLogin<Result>(
  db: Db,
  { username, ipAddress, caller }: { username: string; ipAddress: string; caller: Caller },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const isLocked = error instanceof AppError && error.code === 'account.too_many_attempts'
    if (isLocked && isFirstInWindow(`${ipAddress} ${username.toLowerCase()}`)) {
      await recordSecurityEvents(db, {
        kind: 'login.locked',
        caller,
        accountId: (await findByUsername(db, username))?.account.id,
        details: { wait_seconds: error.retryAfterSeconds ?? 0 },
      })
    }
    throw error
  }
}
