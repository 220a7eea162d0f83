import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { Clock } from '#api/shared/clock.ts'
import { createDelayedWrite } from '#api/shared/concurrency/delayed-write.ts'
import { addEntries } from '../manage/quote-history.repo.ts'
import { addViews, type SeenQuote } from './views.repo.ts'

/** At most this much is lost when the process crashes (product.md §12.6). */
const flushIntervalMs = 1000

interface ViewsDeps {
  db: Db
  clock: Clock
  logger: { warn(details: object, message: string): void }
  outbox: { wake(): void }
}

export interface ViewCounter {
  recordView(quoteId: string): void
  /** Saves the views recorded since the last flush. */
  flush(): Promise<void>
}

/** Batches views in memory and writes once a second, however many clients open a quote. */
export function createViewCounter({ db, clock, logger, outbox }: ViewsDeps): ViewCounter {
  let seen = new Map<string, SeenQuote>()

  async function write(): Promise<void> {
    const batch = [...seen.values()]
    seen = new Map()
    if (batch.length === 0) return
    try {
      await inTransaction(db, async (tx) => {
        const notifiable = (await addViews(tx, batch)).filter(({ shouldNotify }) => shouldNotify)
        const at = clock.now()
        await addEntries(
          tx,
          notifiable.map(({ quoteId }) => ({ quoteId, at, event: 'viewed' })),
        )
        await recordEvents(
          tx,
          notifiable.map(({ quoteId, teamId }) => ({
            topic: 'quote.viewed',
            subject: quoteId,
            payload: { quoteId, teamId },
          })),
        )
      })
      outbox.wake()
    } catch (error) {
      logger.warn({ err: error }, 'quote views not saved; will retry')
      requeue(batch)
    }
  }

  /** Adds a failed batch to the next one; memory stays at one entry per quote. */
  function requeue(batch: readonly SeenQuote[]): void {
    for (const missed of batch) {
      const newer = seen.get(missed.quoteId)
      seen.set(
        missed.quoteId,
        newer ? { ...newer, views: missed.views + newer.views, firstAt: missed.firstAt } : missed,
      )
    }
    request()
  }

  const { request, flush } = createDelayedWrite(write, flushIntervalMs)

  return {
    recordView(quoteId) {
      const now = clock.now()
      const pending = seen.get(quoteId)
      if (pending) {
        pending.views += 1
        pending.lastAt = now
      } else {
        seen.set(quoteId, { quoteId, views: 1, firstAt: now, lastAt: now })
      }
      request()
    },
    flush,
  }
}
