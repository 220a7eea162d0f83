import { inTransaction } from '#api/db/transaction.ts'
import { readCompetitions } from '../../competitions/read-competitions.ts'
import type { SourceEvent } from './source-event.ts'
import { lockEventSources } from './event-sources.repo.ts'
import { batchesOf, type ImportContext, type WriteResult } from '../import-report.ts'
import {
  processRow,
  startMatching,
  waitingForDecision,
  writeNew,
  type Outcome,
  type SeenEvents,
} from './process-source-row.ts'
import type { ImportWarning, Row } from '../source-rows.ts'

const batchSize = 200

/** `counts` covers matched and waiting rows; the others have a reason. */
export interface SourceWriteResult extends WriteResult {
  skipped: ImportWarning[]
}

/**
 * Matches and writes the events of a source in order, so each row sees the events of earlier rows. An advisory lock
 * serialises imports, and each batch commits on its own.
 */
export async function writeSourceEvents(
  context: ImportContext,
  rows: readonly Row<SourceEvent>[],
  fileName: string,
): Promise<SourceWriteResult> {
  const counts = {
    added: 0,
    moved: 0,
    changed: 0,
    cancelled: 0,
    unchanged: 0,
    'kept at a later date': 0,
    [waitingForDecision]: 0,
  }
  const written: SourceWriteResult = { counts, bad: [], skipped: [] }
  const competitions = await readCompetitions(context.db)
  let seenEvents: SeenEvents = new Map()
  let done = 0
  for (const batch of batchesOf(rows, batchSize)) {
    const processed = await inTransaction(context.db, async (tx) => {
      await lockEventSources(tx)
      const matching = await startMatching(tx, { now: context.clock.now(), competitions }, batch)
      // A retry after a deadlock must not see lines recorded by the failed attempt.
      matching.seenEvents = new Map(seenEvents)
      const outcomes: { line: number; outcome: Outcome }[] = []
      for (const row of batch) {
        outcomes.push({ line: row.line, outcome: await processRow(matching, row, fileName) })
      }
      await writeNew(matching)
      return { outcomes, seen: matching.seenEvents }
    })
    seenEvents = processed.seen
    for (const { line, outcome } of processed.outcomes) {
      if ('count' in outcome) counts[outcome.count] += 1
      else if ('skip' in outcome) written.skipped.push({ line, reason: outcome.skip })
      else written.bad.push({ line, reason: outcome.bad })
    }
    done += batch.length
    context.onProgress?.(done, rows.length)
  }
  return written
}
