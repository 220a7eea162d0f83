import { recordSecurityEvents } from '../../audit/audit.repo.ts'
import type { Caller } from '../../audit/caller.ts'
import { firstInWindow } from '../../audit/first-in-window.ts'
import type { SecurityEventOf } from '../../audit/security-event.ts'
import type { Db } from '../../db/client.ts'
import { AppError } from '../../shared/app-error.ts'
import type { Account } from './account.ts'
import { findByUsername } from './accounts.repo.ts'

export type FailedLogin = SecurityEventOf<'login.failed'>['facts']['reason']

const isNews = firstInWindow(15 * 60_000)

/** Writes down a login that failed, in the same time for a name that exists and one that does not. */
export async function recordFailedLogin(
  db: Db,
  { reason, caller, account }: { reason: FailedLogin; caller: Caller; account: Account | undefined },
): Promise<void> {
  await recordSecurityEvents(db, {
    kind: 'login.failed',
    caller,
    accountId: account?.id,
    teamId: account?.teamId,
    facts: { reason },
  })
}

/** Does the work of a login; that a name is shut out at an address is written down once in a quarter of an hour. */
export async function recordLock<Result>(
  db: Db,
  { username, address, caller }: { username: string; address: string; caller: Caller },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const isLocked = error instanceof AppError && error.code === 'account.too_many_attempts'
    if (isLocked && isNews(`${address} ${username.toLowerCase()}`)) {
      await recordSecurityEvents(db, {
        kind: 'login.locked',
        caller,
        accountId: (await findByUsername(db, username))?.account.id,
        facts: { wait_seconds: error.retryAfterSeconds ?? 0 },
      })
    }
    throw error
  }
}
