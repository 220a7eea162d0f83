import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { removeLinks, saveLinks } from '../importers/event-sources/event-sources.repo.ts'
import { dropUnmatched, resolveUnmatched, saveUnmatched } from '../importers/event-sources/unmatched.repo.ts'
import { proposeMissing } from '../proposals/propose-missing.ts'
import { countOutcomes, readUnsettledRows, type StagedRow } from './import-rows.repo.ts'
import { changeState, removeAdded, saveCounts } from './import-runs.repo.ts'
import type { ImportRun } from './import-run.ts'
import { announce, clearStaged, deleteHidden, recordKeptEvents } from './staged-events.repo.ts'

const eventsPerCommit = 1000
const rowsPerCommit = 500

/**
 * Finishes a run after its switch, in short transactions: its events become ordinary rows, and references and waiting
 * rows are stored. Can be repeated, so another process finishes what was interrupted.
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
  for (;;) {
    const page = await inTransaction(db, async (tx) => {
      const cleared = await clearStaged(tx, runId, { after, limit: eventsPerCommit })
      await recordEvents(
        tx,
        (cleared?.ids ?? []).map((eventId) => ({
          topic: 'event.added',
          subject: String(eventId),
          payload: { eventId },
        })),
      )
      return cleared
    })
    if (!page) return
    after = page.last
  }
}

async function removeHidden(db: Db, runId: number): Promise<void> {
  for (let isDone = false; !isDone;) {
    isDone = await inTransaction(db, async (tx) => {
      const page = await deleteHidden(tx, runId, rowsPerCommit)
      await recordKeptEvents(tx, runId, page.kept)
      await announce(tx, [...page.kept.keys()])
      return page.isDone
    })
  }
}

async function settleRows(db: Db, run: Pick<ImportRun, 'id' | 'undoesRunId'>): Promise<void> {
  let after = -1
  for (;;) {
    const rows = await readUnsettledRows(db, run.id, { after, limit: rowsPerCommit })
    const last = rows.at(-1)
    if (!last) return
    await inTransaction(db, (tx) => (run.undoesRunId === null ? settlePage(tx, rows) : undoPage(tx, rows)))
    after = last.position
  }
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
  for (const { event, eventId } of waited) if (eventId === null) await dropUnmatched(tx, event)
  for (const { after } of rows) {
    if (!after || !('missing' in after)) continue
    const { missing, rejected } = await proposeMissing(tx, after.missing, after)
    if (rejected === undefined) await saveUnmatched(tx, { ...after, missing })
  }
}

/** References mean again what they meant before, and rows of the file no longer wait. */
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
  for (const link of links) if (link.wasWaiting) await dropUnmatched(tx, link)
}
