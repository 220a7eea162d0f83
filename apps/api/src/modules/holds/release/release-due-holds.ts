import type { Db } from '#api/db/client.ts'
import { createBackgroundLoop, type BackgroundLoop } from '#api/shared/concurrency/background-loop.ts'
import { callReleaseDueHolds } from './scheduled-releases.repo.ts'

const everyMs = 500

interface DueHoldsReleaserDeps {
  db: Db
  outbox: { wake(): void }
  logger: { warn(facts: object, text: string): void }
}

/** Carries out the scheduled releases whose deadline has passed, and returns their number. */
export async function releaseDueHolds({
  db,
  outbox,
}: Pick<DueHoldsReleaserDeps, 'db' | 'outbox'>): Promise<number> {
  let count = 0
  for (;;) {
    const due = await callReleaseDueHolds(db)
    if (due === 0) return count
    count += due
    outbox.wake()
  }
}

/** Releases what is due twice a second, and first what became due while no process ran. Safe in several processes. */
export function createDueHoldsReleaser({ db, outbox, logger }: DueHoldsReleaserDeps): BackgroundLoop {
  return createBackgroundLoop({
    everyMs,
    work: () => releaseDueHolds({ db, outbox }),
    onError: (error) => logger.warn({ err: error }, 'failed to release holds'),
  })
}
