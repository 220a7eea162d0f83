import { inTransaction } from '#api/db/transaction.ts'
import { catalogueErrors } from '../catalogue.errors.ts'
import type { ImportContext } from './import-context.ts'
import { commitPages, openCommitPace } from './commit-pace.ts'
import { deleteRunRows, discardRun } from './discard-import.ts'
import { withImportLock } from './import-lock.repo.ts'
import {
  countOutcomes,
  countUnknownNames,
  findCoveredSeasons,
  findMissingEvents,
  insertRows,
  readRows,
  type StagedRow,
  type UnknownCount,
} from './import-rows.repo.ts'
import { changeState, createRun, saveCounts, type NewRun } from './import-runs.repo.ts'
import { countAppliedRows, type Counts, type ImportRow, type Outcome } from './import-run.ts'
import { recoverImports } from './recover-imports.ts'
import { lockWaitMs, runningError } from './running-import.ts'
import { settleRun } from './settle-import.ts'
import { markPlaceholders } from './mark-placeholders.ts'
import type { InputRow } from './input-row.ts'
import { stageRows } from './stage-rows.ts'
import { preferredSpelling } from '../importers/unify-spellings.ts'
import { openStaging, unifyArtists, type Staging } from './staging.ts'
import { maxChangesPerSwitch, switchRun } from './switch-import.ts'

export interface ImportInput extends Pick<NewRun, 'kind' | 'fileName' | 'contentHash' | 'startedBy'> {
  rows: AsyncIterable<InputRow> | Iterable<InputRow>
  /** How many rows there are, if known. */
  total?: number
  /** A round of at least this many events with one shared time has placeholder times, which takes a second reading. */
  placeholders?: { minEvents: number; read: () => AsyncIterable<InputRow> } | undefined
  /** Only reports what the import would do. */
  isDryRun?: boolean
  /** Loads the other rows when some are invalid: rows that waited have nothing to do with each other. */
  acceptsInvalid?: boolean
}

export interface RunReport {
  /** `applied`, or why nothing was changed. */
  result: 'applied' | 'dry run' | 'refused'
  counts: Counts
  /** The first rows of each outcome except `unchanged`. */
  samples: ImportRow[]
  /** The first names of artists that the run adds. */
  newArtists: string[]
  /** Which spelling of a new artist's name is displayed, where the file has several. */
  spellings: string[]
  /** Names for which rows wait, most rows first. */
  unknown: UnknownCount[]
}

/** Rows of an outcome that a report keeps in memory. */
const maxSamples = 1000
const pageSize = 2000

/**
 * Imports rows completely or not at all: stages them in short transactions, then makes them visible by one.
 * @throws `import.running` while another import runs; `import.too_large`, `import.outdated`
 */
export async function importRows(context: ImportContext, input: ImportInput): Promise<RunReport> {
  const { db } = context
  const locked = await withImportLock(
    db,
    async () => {
      await recoverImports(db)
      const runId = await createRun(db, input)
      try {
        return await stageAndSwitch(context, input, runId)
      } catch (error) {
        await discardRun(db, { id: runId, undoesRunId: null })
        throw error
      }
    },
    { waitMs: context.lockWaitMs ?? lockWaitMs },
  )
  if (locked) return locked.result
  throw await runningError(db)
}

async function stageAndSwitch(context: ImportContext, input: ImportInput, runId: number): Promise<RunReport> {
  const { db, clock } = context
  const isDryRun = input.isDryRun ?? false
  const { maxChanges = maxChangesPerSwitch } = context
  const staging = await openStaging(db, { runId, kind: input.kind, isDryRun, now: clock.now(), maxChanges })
  const { placeholders } = input
  const rows = placeholders
    ? markPlaceholders(staging, placeholders.read, placeholders.minEvents)
    : input.rows
  await stageRows(staging, rows, (done) => context.onProgress?.(done, input.total ?? 0))
  const spellings = await unifyArtists(staging)
  await stageMissing(staging)
  const counts = await countOutcomes(db, runId)
  const isRefused = (counts.invalid ?? 0) > 0 && !input.acceptsInvalid
  if (isRefused || isDryRun) {
    const result = isRefused ? 'refused' : 'dry run'
    const report = await reportOf(context, staging, { result, counts, spellings })
    await saveCounts(db, runId, counts)
    await discardRun(db, { id: runId, undoesRunId: null })
    return report
  }
  await inTransaction(db, async (tx) => {
    await saveCounts(tx, runId, counts)
    if (!(await changeState(tx, runId, { from: 'staging', to: 'staged' })))
      throw catalogueErrors.make('import.discarded')
  })
  await switchRun(db, runId, { counts, actor: context.actor })
  await settleRun(db, { id: runId, undoesRunId: null })
  const report = await reportOf(context, staging, { result: 'applied', counts, spellings })
  // Nothing to undo, so nothing to keep.
  if (countAppliedRows(counts) === 0) await deleteRunRows(db, runId)
  return report
}

/** Reports upcoming events of seasons that the file covers in large part and does not have. They stay. */
async function stageMissing(staging: Staging): Promise<void> {
  const { db, runId, now } = staging
  const seasonIds = [...staging.coveredSeasonIds].filter((id) => id > 0)
  const covered = seasonIds.length === 0 ? [] : await findCoveredSeasons(db, runId, seasonIds)
  for (const seasonId of covered) {
    let after = 0
    await commitPages(openCommitPace({ first: 1000, largest: 5000 }), async (limit) => {
      const missing = await findMissingEvents(db, runId, { seasonId, now, after, limit })
      const rows = missing.map((event, index) => ({
        ...event,
        position: staging.position + index,
        line: null,
        outcome: 'missing' as const,
        reason: 'is in the catalogue and not in the file; it stays',
        before: null,
        after: null,
        link: null,
      }))
      await inTransaction(db, (tx) => insertRows(tx, runId, rows))
      staging.position += rows.length
      after = missing.at(-1)?.eventId ?? after
      return rows.length
    })
  }
}

async function reportOf(
  { db, onRows }: ImportContext,
  { runId, newArtists }: Staging,
  { result, counts, spellings }: Pick<RunReport, 'result' | 'counts' | 'spellings'>,
): Promise<RunReport> {
  // New events of a run that is discarded have no id that means anything.
  const reported = (row: StagedRow): StagedRow =>
    row.outcome === 'new' && result !== 'applied' ? { ...row, eventId: null } : row
  if (onRows) {
    let after = -1
    for (;;) {
      const rows = await readRows(db, runId, { after, limit: pageSize })
      await onRows(rows.map(reported))
      const last = rows.at(-1)
      if (!last) break
      after = last.position
    }
  }
  const listed = (Object.keys(counts) as Outcome[]).filter((outcome) => outcome !== 'unchanged')
  const samples: StagedRow[] = []
  for (const outcome of listed)
    samples.push(...(await readRows(db, runId, { after: -1, limit: maxSamples, only: [outcome] })))
  return {
    result,
    counts,
    samples: samples.toSorted((left, right) => left.position - right.position).map(reported),
    newArtists: [...newArtists.values()].slice(0, maxSamples).map(preferredSpelling),
    spellings,
    unknown: (counts.waiting ?? 0) > 0 ? await countUnknownNames(db, runId, maxSamples) : [],
  }
}
