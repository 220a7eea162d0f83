import type { Db } from '#api/db/client.ts'
import { createBackgroundLoop, type BackgroundLoop } from '#api/shared/concurrency/background-loop.ts'
import { carryOutScheduledReleases } from './scheduled-releases.repo.ts'

const intervalMs = 500

interface ScheduledReleaserDeps {
  db: Db
  outbox: { wake(): void }
  logger: { warn(details: object, text: string): void }
}

/** Carries out the releases that are due, cancels those that are no longer allowed, and returns how many were due. */
export async function carryOutAllDueReleases({
  db,
  outbox,
}: Pick<ScheduledReleaserDeps, 'db' | 'outbox'>): Promise<number> {
  let count = 0
  for (;;) {
    const due = await carryOutScheduledReleases(db)
    if (due === 0) return count
    count += due
    outbox.wake()
  }
}

/**
 * Carries out scheduled releases twice a second, starting with those whose deadline passed while no process ran. Safe
 * in several processes.
 */
export function createScheduledReleaser({ db, outbox, logger }: ScheduledReleaserDeps): BackgroundLoop {
  return createBackgroundLoop({
    intervalMs,
    work: () => carryOutAllDueReleases({ db, outbox }),
    onError: (error) => logger.warn({ err: error }, 'failed to release holds'),
  })
}
