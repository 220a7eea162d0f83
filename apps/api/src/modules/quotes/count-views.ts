import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import type { Clock } from '../../shared/clock.ts'
import { addEntries } from './history.repo.ts'
import { addViews, type SeenQuote } from './views.repo.ts'

/** No more than this is lost where a process dies (product.md §12 "Quotes"). */
const everyMs = 1000

interface ViewsDeps {
  db: Db
  clock: Clock
  logger: { warn(facts: object, text: string): void }
  outbox: { wake(): void }
}

export interface QuoteViews {
  /** A client has opened the quote. */
  saw(quoteId: string): void
  /** Writes down what has been seen since the last time. */
  flush(): Promise<void>
}

/** Counts who opens quotes, a second's worth at a time: however many look at once, the database hears of it once. */
export function createQuoteViews({ db, clock, logger, outbox }: ViewsDeps): QuoteViews {
  let seen = new Map<string, SeenQuote>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  async function write(): Promise<void> {
    const batch = [...seen.values()]
    seen = new Map()
    if (batch.length === 0) return
    try {
      await inTransaction(db, async (tx) => {
        const told = (await addViews(tx, batch)).filter(({ isTold }) => isTold)
        const at = clock.now()
        await addEntries(
          tx,
          told.map(({ quoteId }) => ({ quoteId, at, what: 'viewed' })),
        )
        await recordEvents(
          tx,
          told.map(({ quoteId, teamId }) => ({
            topic: 'quote.viewed',
            subject: quoteId,
            payload: { quoteId, teamId },
          })),
        )
      })
      outbox.wake()
    } catch (error) {
      logger.warn({ err: error }, 'views of quotes are not counted yet')
      putBack(batch)
    }
  }

  /** What could not be written is tried again with what is seen next; the process keeps one entry for each quote at most. */
  function putBack(batch: readonly SeenQuote[]): void {
    for (const missed of batch) {
      const since = seen.get(missed.quoteId)
      seen.set(
        missed.quoteId,
        since ? { ...since, views: missed.views + since.views, firstAt: missed.firstAt } : missed,
      )
    }
    writeSoon()
  }

  function writeSoon(): void {
    timer ??= setTimeout(() => void flush(), everyMs).unref()
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }

  return {
    saw(quoteId) {
      const now = clock.now()
      const known = seen.get(quoteId)
      if (known) {
        known.views += 1
        known.lastAt = now
      } else {
        seen.set(quoteId, { quoteId, views: 1, firstAt: now, lastAt: now })
      }
      writeSoon()
    },
    flush,
  }
}
