import type { ImportContext } from '../importers/import-report.ts'
import type { ImportWarning } from '../importers/source-rows.ts'
import { listByStatus } from '../importers/event-sources/unmatched.repo.ts'
import { importRows } from '../imports/import-rows.ts'
import { waitingRowsKind } from '../imports/running-import.ts'

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
  { db, clock, lockWaitMs }: ImportContext,
  proposals?: readonly number[],
): Promise<RetryResult> {
  const waiting = await listByStatus(db, 'waiting')
  const rows = waiting.filter(
    ({ missing }) =>
      proposals === undefined ||
      missing.some(({ proposal }) => proposal !== undefined && proposals.includes(proposal)),
  )
  if (rows.length === 0) return { loaded: 0, waiting: 0, bad: [] }
  const report = await importRows(
    { db, clock, lockWaitMs },
    {
      kind: waitingRowsKind,
      fileName: '',
      contentHash: null,
      startedBy: 'command line',
      rows: rows.map(({ entry, line, fileName }) =>
        entry.fixture ? { line, fileName, fixture: entry.fixture } : { line, fileName, event: entry },
      ),
      acceptsInvalid: true,
    },
  )
  const before = new Set(rows.map((row) => row.id))
  const stillWaiting = (await listByStatus(db, 'waiting')).filter((row) => before.has(row.id))
  const loaded = (await listByStatus(db, 'loaded')).filter((row) => before.has(row.id))
  const bad = report.samples
    .filter(({ outcome }) => outcome === 'invalid')
    .map(({ line, reason }) => ({ line: line ?? 0, reason: reason ?? '', fileName: '' }))
  return { loaded: loaded.length, waiting: stillWaiting.length, bad }
}
