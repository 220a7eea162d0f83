import { inTransaction } from '#api/db/transaction.ts'
import type { FeedEvent } from './feed-event.ts'
import { lockFeeds } from './feeds.repo.ts'
import { batchesOf, type ImportContext, type Written } from './import-report.ts'
import { placeRow, startPlacing, waiting, writeNew, type Outcome, type Spoken } from './place-feed-row.ts'
import type { Remark, Row } from './source-rows.ts'

const batchSize = 200

/** What is placed goes into `counts`, the rest has its reason. */
export interface FeedWritten extends Written {
  skipped: Remark[]
}

/**
 * Places the events of a feed, one after the other, so that the second sees what the first has made; what is new is
 * written together, as long as no other row asks for it. Imports of feeds wait for each other; what is committed stays,
 * batch by batch.
 */
export async function writeFeed(
  context: ImportContext,
  rows: readonly Row<FeedEvent>[],
  fileName: string,
): Promise<FeedWritten> {
  const counts = {
    added: 0,
    moved: 0,
    changed: 0,
    cancelled: 0,
    unchanged: 0,
    'kept at a later date': 0,
    [waiting]: 0,
  }
  const written: FeedWritten = { counts, bad: [], skipped: [] }
  let spoken: Spoken = new Map()
  let done = 0
  for (const batch of batchesOf(rows, batchSize)) {
    const placed = await inTransaction(context.db, async (tx) => {
      await lockFeeds(tx)
      const placing = await startPlacing(tx, context.clock.now(), batch)
      // Tried again after a deadlock, a batch must not find its own lines in the book.
      placing.spoken = new Map(spoken)
      const outcomes: { line: number; outcome: Outcome }[] = []
      for (const row of batch) {
        outcomes.push({ line: row.line, outcome: await placeRow(placing, row, fileName) })
      }
      await writeNew(placing)
      return { outcomes, spoken: placing.spoken }
    })
    spoken = placed.spoken
    for (const { line, outcome } of placed.outcomes) {
      if ('count' in outcome) counts[outcome.count] += 1
      else if ('skip' in outcome) written.skipped.push({ line, reason: outcome.skip })
      else written.bad.push({ line, reason: outcome.bad })
    }
    done += batch.length
    context.onProgress?.(done, rows.length)
  }
  return written
}
