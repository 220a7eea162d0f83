import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { removeLinks, saveLinks } from '../importers/event-sources/event-sources.repo.ts'
import { dropUnmatched, resolveUnmatched, saveUnmatched } from '../importers/event-sources/unmatched.repo.ts'
import { proposeMissing } from '../proposals/propose-missing.ts'
import { commitPages, openCommitPace } from './commit-pace.ts'
import { countOutcomes, readUnsettledRows, type StagedRow } from './import-rows.repo.ts'
import { changeState, removeAdded, saveCounts } from './import-runs.repo.ts'
import type { ImportRun } from './import-run.ts'
import { announce, clearStaged, deleteHidden, recordKeptEvents } from './staged-events.repo.ts'

/**
 * Finishes a run that `switchRun` has made visible, in short transactions: its events become ordinary rows, and
 * references and waiting rows are stored. Can be repeated, so another process finishes what was interrupted.
 */
export async function settleRun(db: Db, run: Pick<ImportRun, 'id' | 'undoesRunId'>): Promise<void> {
  if (run.undoesRunId === null) await settleEvents(db, run.id)
  else await removeHidden(db, run.id)
  await settleRows(db, run)
  await inTransaction(db, async (tx) => {
    if (run.undoesRunId !== null) {
      await removeAdded(tx, run.undoesRunId)
      await changeState(tx, run.undoesRunId, { from: 'settled', to: 'undone' })
    }
    await saveCounts(tx, run.id, await countOutcomes(tx, run.id))
    await changeState(tx, run.id, { from: 'applied', to: 'settled' })
  })
}

async function settleEvents(db: Db, runId: number): Promise<void> {
  let after = -1
  await commitPages(openCommitPace({ first: 500, largest: 2000 }), (limit) =>
    inTransaction(db, async (tx) => {
      const page = await clearStaged(tx, runId, { after, limit })
      if (!page) return 0
      await recordEvents(
        tx,
        page.ids.map((eventId) => ({ topic: 'event.added', subject: String(eventId), payload: { eventId } })),
      )
      after = page.last
      return limit
    }),
  )
}

async function removeHidden(db: Db, runId: number): Promise<void> {
  let after = -1
  await commitPages(openCommitPace({ first: 200, largest: 2000 }), (limit) =>
    inTransaction(db, async (tx) => {
      const page = await deleteHidden(tx, runId, { after, limit })
      if (!page) return 0
      await recordKeptEvents(tx, runId, page.kept)
      await announce(tx, [...page.kept.keys()])
      after = page.last
      return limit
    }),
  )
}

async function settleRows(db: Db, run: Pick<ImportRun, 'id' | 'undoesRunId'>): Promise<void> {
  let after = -1
  await commitPages(openCommitPace({ first: 100, largest: 2000 }), async (limit) => {
    const rows = await readUnsettledRows(db, run.id, { after, limit })
    const last = rows.at(-1)
    if (!last) return 0
    await inTransaction(db, (tx) => (run.undoesRunId === null ? settlePage(tx, rows) : undoPage(tx, rows)))
    after = last.position
    return rows.length
  })
}

async function settlePage(tx: Tx, rows: readonly StagedRow[]): Promise<void> {
  await saveLinks(
    tx,
    rows.flatMap(({ link, eventId }) =>
      link?.claim && eventId !== null ? [{ event: link, eventId, claim: link.claim }] : [],
    ),
  )
  const waited = rows.flatMap(({ link, eventId }) => (link?.wasWaiting ? [{ event: link, eventId }] : []))
  await resolveUnmatched(
    tx,
    waited.flatMap(({ event, eventId }) => (eventId === null ? [] : [{ event, eventId }])),
  )
  await dropUnmatched(
    tx,
    waited.filter(({ eventId }) => eventId === null).map(({ event }) => event),
  )
  const waiting = rows.flatMap(({ after }) => (after && 'missing' in after ? after : []))
  await saveUnmatched(tx, await proposeMissing(tx, waiting))
}

/** Restores the references, and rows of the file no longer wait. */
async function undoPage(tx: Tx, rows: readonly StagedRow[]): Promise<void> {
  const links = rows.flatMap(({ link }) => link ?? [])
  await removeLinks(
    tx,
    links.filter(({ claim, before }) => claim && !before),
  )
  await saveLinks(
    tx,
    links.flatMap(({ before, ...event }) => (before ? [{ event, ...before }] : [])),
  )
  await dropUnmatched(
    tx,
    links.filter(({ wasWaiting }) => wasWaiting),
  )
}
