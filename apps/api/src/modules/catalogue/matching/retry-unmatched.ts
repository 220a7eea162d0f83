import { inTransaction } from '#api/db/transaction.ts'
import { lockEventSources } from '../importers/event-sources/event-sources.repo.ts'
import type { ImportContext } from '../importers/import-report.ts'
import type { ImportWarning } from '../importers/source-rows.ts'
import { listByStatus } from '../importers/event-sources/unmatched.repo.ts'
import { writeSourceEvents } from '../importers/event-sources/write-source-events.ts'

export interface RetryResult {
  loaded: number
  waiting: number
  bad: (ImportWarning & { fileName: string })[]
}

/**
 * Retries waiting rows: all of them, because later imports may have added the missing names, or those that wait for
 * one of the proposals.
 */
export async function retryUnmatched(
  context: ImportContext,
  proposals?: readonly number[],
): Promise<RetryResult> {
  const rows = await inTransaction(context.db, async (tx) => {
    await lockEventSources(tx)
    const waiting = await listByStatus(tx, 'waiting')
    if (proposals === undefined) return waiting
    return waiting.filter(({ missing }) =>
      missing.some(({ proposal }) => proposal !== undefined && proposals.includes(proposal)),
    )
  })
  const byFile = Map.groupBy(rows, (row) => row.fileName)
  const bad: RetryResult['bad'] = []
  for (const [fileName, entries] of byFile) {
    const events = entries.map(({ line, entry }) => ({ line, value: entry }))
    const written = await writeSourceEvents({ ...context, onProgress: undefined }, events, fileName)
    bad.push(...written.bad.map((warning) => ({ ...warning, fileName })))
  }
  const before = new Set(rows.map((row) => row.id))
  const stillWaiting = (await listByStatus(context.db, 'waiting')).filter((row) => before.has(row.id))
  const loaded = (await listByStatus(context.db, 'loaded')).filter((row) => before.has(row.id))
  return { loaded: loaded.length, waiting: stillWaiting.length, bad }
}
