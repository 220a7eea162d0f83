import { inTransaction } from '#api/db/transaction.ts'
import { catalogueErrors } from '../catalogue.errors.ts'
import type { Competitions } from '../competitions/competition-lookup.ts'
import { readCompetitions } from '../competitions/read-competitions.ts'
import { eventTimeOf } from '../seasons/event-times.ts'
import { commitPages, openCommitPace } from './commit-pace.ts'
import { decision } from './decide/decide-row.ts'
import { discardRun } from './discard-import.ts'
import type { EventValues, StoredEvent } from './event-values.ts'
import { withImportLock } from './import-lock.repo.ts'
import type { ImportContext } from './import-context.ts'
import { countOutcomes, insertRows, readRows, type StagedRow } from './import-rows.repo.ts'
import { changeState, createRun, findLastApplied, saveCounts } from './import-runs.repo.ts'
import type { Counts, ImportRow, ImportRun } from './import-run.ts'
import { recoverImports } from './recover-imports.ts'
import { lockWaitMs, runningError } from './running-import.ts'
import { settleRun } from './settle-import.ts'
import { findUsedRemovals, findUses, recordKeptEvents, markForRemoval, unmark } from './staged-events.repo.ts'
import { readStored } from './stored-events.repo.ts'
import { switchRun } from './switch-import.ts'

export interface UndoReport {
  run: ImportRun
  counts: Counts
  /** Events that stay as they are, each with the reason. */
  kept: ImportRow[]
}

const maxListed = 1000

/**
 * Undoes the last import: removes its new events, unless someone sells, holds or quotes tickets for them, and restores
 * what it changed, unless that has changed again.
 * @throws `import.nothing_to_undo`, `import.running`
 */
export async function undoLastImport(
  context: ImportContext,
  { startedBy }: { startedBy: string },
): Promise<UndoReport> {
  const { db } = context
  const locked = await withImportLock(
    db,
    async () => {
      await recoverImports(db)
      const run = await findLastApplied(db)
      if (!run) throw catalogueErrors.make('import.nothing_to_undo')
      const undoId = await createRun(db, {
        kind: 'undo',
        fileName: run.fileName,
        contentHash: null,
        startedBy,
        undoesRunId: run.id,
      })
      try {
        return { run, ...(await undo(context, run, undoId)) }
      } catch (error) {
        await discardRun(db, { id: undoId, undoesRunId: run.id })
        throw error
      }
    },
    { waitMs: lockWaitMs },
  )
  if (locked) return locked.result
  throw await runningError(db)
}

async function undo(
  { db, clock, actor }: ImportContext,
  run: ImportRun,
  undoId: number,
): Promise<Pick<UndoReport, 'counts' | 'kept'>> {
  const context = { competitions: await readCompetitions(db), now: clock.now() }
  let after = -1
  await commitPages(openCommitPace({ first: 200, largest: 1500 }), async (limit) => {
    const rows = await readRows(db, run.id, { after, limit })
    const last = rows.at(-1)
    if (!last) return 0
    const ids = rows.flatMap(({ eventId }) => eventId ?? [])
    const stored = new Map((await readStored(db, { keys: [], ids })).map((event) => [event.id, event]))
    await inTransaction(db, async (tx) => {
      const added = rows.filter(({ outcome }) => outcome === 'new').flatMap(({ eventId }) => eventId ?? [])
      const uses = await findUses(tx, added)
      const undone = rows.flatMap((row) => reverse(row, { stored, uses, ...context }))
      await insertRows(tx, undoId, undone)
      const removed = undone
        .filter(({ outcome }) => outcome === 'removed')
        .flatMap(({ eventId }) => eventId ?? [])
      await markForRemoval(tx, undoId, removed)
    })
    after = last.position
    return rows.length
  })
  // Tickets may have been held since the events were marked. Settling looks again, under a lock.
  const used = await findUsedRemovals(db, undoId)
  const staged = await inTransaction(db, async (tx) => {
    await unmark(tx, undoId, [...used.keys()])
    await recordKeptEvents(tx, undoId, used)
    const counts = await countOutcomes(tx, undoId)
    await saveCounts(tx, undoId, counts)
    if (!(await changeState(tx, undoId, { from: 'staging', to: 'staged' })))
      throw catalogueErrors.make('import.discarded')
    return counts
  })
  await switchRun(db, undoId, { counts: staged, actor })
  await settleRun(db, { id: undoId, undoesRunId: run.id })
  const kept = await readRows(db, undoId, { after: -1, limit: maxListed, only: ['kept'] })
  return { counts: await countOutcomes(db, undoId), kept }
}

interface Now {
  stored: ReadonlyMap<number, StoredEvent>
  uses: ReadonlyMap<number, string>
  competitions: Competitions
  now: Date
}

/** The row that takes back a row of the import; none where the import did nothing. */
function reverse(row: StagedRow, { stored, uses, competitions, now }: Now): StagedRow[] {
  const { position, eventId, before, after, link } = row
  const known = eventId === null ? undefined : stored.get(eventId)
  const base = { eventId, title: row.title, localAt: known?.sourceLocal ?? row.localAt }
  const made = (outcome: ImportRow['outcome'], more: Partial<ImportRow> = {}): StagedRow[] => {
    return [{ ...decision(row.line ?? 0, outcome, { ...base, ...more }), position }]
  }
  if (row.outcome === 'new') {
    const use = eventId === null ? undefined : uses.get(eventId)
    if (!known) return []
    return use ? made('kept', { reason: use }) : made('removed', { link })
  }
  if (before && after && 'sourceKey' in after) {
    if (!known) return []
    if (!isUnchangedSince(known, after)) return made('kept', { reason: 'changed again since' })
    const restored = restore(before, after, { competitions, now })
    const outcome = before.sourceLocal === after.sourceLocal ? 'changed' : 'moved'
    return made(outcome, { before: known, after: restored, link })
  }
  if (row.outcome === 'waiting' && after && 'entry' in after) {
    const { source, ref } = after.entry
    return made('unchanged', { link: { source, ref, claim: null, before: null, wasWaiting: true } })
  }
  return link ? made('unchanged', { link }) : []
}

/** Whether the event still is what the import made of it, apart from a kick-off that was confirmed meanwhile. */
function isUnchangedSince(known: StoredEvent, after: EventValues): boolean {
  return (
    known.title === after.title &&
    known.venueId === after.venueId &&
    known.round === after.round &&
    known.sourceLocal === after.sourceLocal &&
    known.timeKnown === after.timeKnown &&
    known.dateConfirmed === after.dateConfirmed &&
    known.status === after.status
  )
}

function restore(
  before: StoredEvent,
  after: EventValues,
  { competitions, now }: Pick<Now, 'competitions' | 'now'>,
): EventValues {
  const { confirmAheadDays } = competitions.bySlug(before.competition)
  const time = eventTimeOf({ ...before, confirmAheadDays }, now)
  return {
    ...after,
    title: before.title,
    slug: before.slug,
    venueId: before.venueId,
    round: before.round,
    sourceLocal: before.sourceLocal,
    firstSourceLocal: before.firstSourceLocal,
    shiftWeeks: before.shiftWeeks,
    timezone: before.timezone,
    localAt: time.localAt,
    startsAt: time.startsAt.toISOString(),
    timeConfirmed: time.timeConfirmed,
    timeKnown: before.timeKnown,
    dateConfirmed: before.dateConfirmed,
    status: before.status,
    performers: before.performers,
  }
}
