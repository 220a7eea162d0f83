import { withAdvisoryLock } from '#api/db/advisory-lock.ts'
import type { Db } from '#api/db/client.ts'

// The value is arbitrary but must never change.
const lockKey = 7_336_205

/**
 * Runs `work` while no other process imports. If one does, waits for at most `waitMs` for its end, and then returns
 * `undefined` without running it: a decision about a name takes a moment, a large file minutes.
 */
export async function withImportLock<Result>(
  db: Db,
  work: () => Promise<Result>,
  options: { waitMs?: number } = {},
): Promise<{ result: Result } | undefined> {
  return withAdvisoryLock(db, lockKey, work, options)
}
