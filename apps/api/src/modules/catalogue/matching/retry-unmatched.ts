import type { ImportContext } from '../imports/import-context.ts'
import { countWaiting, readWaiting, type Unmatched } from '../importers/event-sources/unmatched.repo.ts'
import { importRows } from '../imports/import-rows.ts'
import type { InputRow } from '../imports/input-row.ts'
import { waitingRowsKind } from '../imports/running-import.ts'

export interface RetryResult {
  loaded: number
  waiting: number
  /** Rows that cannot load, each with its file and line. They wait on. */
  bad: string[]
}

const maxId = 2 ** 31 - 1
const loadedOutcomes = ['new', 'moved', 'changed', 'cancelled', 'unchanged'] as const

/**
 * Retries waiting rows: all of them, because later imports may have added the missing names, or those that wait for
 * one of the proposals.
 */
export async function retryUnmatched(
  { db, clock, lockWaitMs }: ImportContext,
  proposals?: readonly number[],
): Promise<RetryResult> {
  const all = await countWaiting(db, { proposals, upTo: maxId })
  if (all.count === 0) return { loaded: 0, waiting: 0, bad: [] }
  const filter = { proposals, upTo: all.last }
  const report = await importRows(
    { db, clock, lockWaitMs },
    {
      kind: waitingRowsKind,
      fileName: '',
      contentHash: null,
      startedBy: 'command line',
      rows: inputRows(readWaiting(db, filter)),
      total: all.count,
      acceptsInvalid: true,
    },
  )
  const { counts, samples } = report
  const bad = samples.filter(({ outcome }) => outcome === 'invalid').map(({ reason }) => reason ?? '')
  const loaded = loadedOutcomes.reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0)
  return { loaded, waiting: (counts.waiting ?? 0) + (counts.invalid ?? 0), bad }
}

async function* inputRows(rows: AsyncIterable<Unmatched>): AsyncGenerator<InputRow> {
  for await (const { entry, line, fileName } of rows)
    yield entry.fixture ? { line, fileName, fixture: entry.fixture } : { line, fileName, event: entry }
}
