import type { Logger } from 'pino'
import type { Db } from '#api/db/client.ts'
import type { Clock } from '#api/shared/clock.ts'
import { createDelayedWrite } from '#api/shared/concurrency/delayed-write.ts'
import { addPopularity } from './event-stats.repo.ts'

const flushIntervalMs = 1000

export interface ViewCounter {
  add(eventId: number): void
  /** Writes the pending views; views added later are lost. */
  stop(): Promise<void>
}

interface ViewCounterDeps {
  db: Db
  clock: Clock
  logger: Pick<Logger, 'warn'>
}

/** Counts event views towards their demand. Writes once a second, so reads never wait for a write. */
export function createViewCounter({ db, clock, logger }: ViewCounterDeps): ViewCounter {
  const pendingViews = new Map<number, number>()

  async function write(): Promise<void> {
    const changes = [...pendingViews].map(([eventId, weight]) => ({ eventId, weight }))
    pendingViews.clear()
    try {
      await addPopularity(db, changes, clock.now())
    } catch (error) {
      // Demand only affects sort order, so a lost second of views is not worth a retry.
      logger.warn({ err: error }, 'failed to record event views')
    }
  }

  const { request, flush } = createDelayedWrite(write, flushIntervalMs)
  return {
    add(eventId) {
      pendingViews.set(eventId, (pendingViews.get(eventId) ?? 0) + 1)
      request()
    },
    stop: flush,
  }
}
