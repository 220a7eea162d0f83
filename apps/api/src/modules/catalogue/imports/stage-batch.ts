import { formatCount } from '@terrace/domain/tickets/format-count'
import { inTransaction } from '#api/db/transaction.ts'
import { findLinks, saveLinks } from '../importers/event-sources/event-sources.repo.ts'
import { refKeyOf } from '../importers/event-sources/source-event.ts'
import { findStatuses } from '../importers/event-sources/unmatched.repo.ts'
import type { Fixture } from '../importers/fixtures/fixture.ts'
import type { Resolution, ResolvedFixture } from '../importers/fixtures/resolve-fixtures.ts'
import { proposalKey } from '../proposals/proposal.ts'
import { findRejected } from '../proposals/proposals.repo.ts'
import { catalogueErrors } from '../catalogue.errors.ts'
import { decideFeedRow } from './decide/decide-feed-row.ts'
import { decideFixture, refOf } from './decide/decide-fixture.ts'
import { decideTime, decision, type Decision } from './decide/decide-row.ts'
import type { StoredEvent } from './event-values.ts'
import { findSameEvent } from './decide/find-same-event.ts'
import { changingOutcomes } from './import-run.ts'
import type { InputRow } from './input-row.ts'
import { insertRows } from './import-rows.repo.ts'
import { prepareFeedBatch } from './decide/prepare-feed-batch.ts'
import { lockStaging } from './import-runs.repo.ts'
import { resolveRows } from './resolve-rows.ts'
import { insertStaged } from './staged-events.repo.ts'
import { waitingRowsKind } from './running-import.ts'
import type { Staging } from './staging.ts'
import { readStored } from './stored-events.repo.ts'

/** Decides about the rows and stores the decisions in one transaction. Returns how long it was open. */
export async function stageBatch(staging: Staging, rows: readonly InputRow[]): Promise<number> {
  const resolutions = await resolveRows(staging, rows)
  const refs = rows.flatMap((row) =>
    'fixture' in row ? refOf(row.fixture) : 'event' in row ? row.event : [],
  )
  const links = await findLinks(staging.db, refs)
  const statuses = await findStatuses(staging.db, refs)
  const keys = resolutions.flatMap((found) =>
    found && 'fixture' in found ? [found.fixture.sourceKey, found.fixture.keyWithoutPart ?? []].flat() : [],
  )
  const ids = [
    ...[...links.values()].map(({ eventId }) => eventId),
    ...rows.flatMap((row) => ('eventId' in row ? row.eventId : [])),
  ]
  const events = rows.flatMap((row) => ('event' in row ? row.event : []))
  if (events.length > 0) await prepareFeedBatch(staging, events, ids)
  const stored = await readStored(staging.db, { keys, ids })
  const byId = new Map(stored.map((event) => [event.id, event]))
  const byKey = new Map(stored.map((event) => [event.sourceKey, event]))
  const decisions: Decision[] = []
  for (const [index, row] of rows.entries()) {
    if ('bad' in row) decisions.push(decision(row.line, 'invalid', { reason: row.bad }))
    else if ('skip' in row) decisions.push(decision(row.line, 'skipped', { reason: row.skip }))
    else if ('eventId' in row) {
      const known = byId.get(row.eventId)
      if (known) decisions.push(decideTime(staging, known, row.timeKnown))
    } else if ('event' in row) {
      const key = refKeyOf(row.event)
      decisions.push(
        await decideFeedRow(staging, { ...row, link: links.get(key), status: statuses.get(key) }),
      )
    } else {
      const key = refKeyOf(refOf(row.fixture))
      const resolution: Resolution = resolutions[index] ?? { bad: 'was not resolved' }
      const link = links.get(key)
      const known = link && byId.get(link.eventId)
      const stored =
        known ??
        ('fixture' in resolution
          ? await findStored(staging, row.fixture, resolution.fixture, byKey)
          : undefined)
      const input = { ...row, resolution, link, status: statuses.get(key), stored }
      const made = await decideFixture(staging, input)
      // Later rows of a table are compared by key, so a dry run need not write its events.
      decisions.push(staging.isDryRun ? { ...made, insert: null } : made)
    }
  }
  // Rows that waited come from several files.
  if (staging.kind === waitingRowsKind)
    for (const [index, one] of decisions.entries())
      if (one.outcome === 'invalid')
        one.reason = `${rows[index]?.fileName ?? ''}:${one.line ?? 0}: ${one.reason ?? ''}`
  countChanges(staging, decisions)
  const from = performance.now()
  await writeDecisions(staging, await skipRejected(staging, decisions))
  return performance.now() - from
}

async function findStored(
  staging: Staging,
  fixture: Fixture,
  resolved: ResolvedFixture,
  byKey: ReadonlyMap<string, StoredEvent>,
): Promise<StoredEvent | undefined> {
  const stored = byKey.get(resolved.sourceKey)
  if (stored || fixture.source) return stored
  const id = await findSameEvent(staging, fixture, resolved, byKey)
  if (id === undefined) return undefined
  const [same] = await readStored(staging.db, { keys: [], ids: [id] })
  return same
}

/**
 * Ends a run that changes more events than one switch may: further rows would not help.
 * @throws `import.too_large`
 */
function countChanges(staging: Staging, decisions: readonly Decision[]): void {
  staging.changes += decisions.filter(({ outcome }) => changingOutcomes.includes(outcome)).length
  if (staging.changes <= staging.maxChanges) return
  const title = `the file changes more than ${formatCount(staging.maxChanges)} stored events, which is the most at once. Split it and import the parts`
  throw catalogueErrors.make('import.too_large', { title })
}

/** Rows with a name that an operator has rejected never load. */
async function skipRejected({ db }: Staging, decisions: readonly Decision[]): Promise<Decision[]> {
  const missing = decisions.flatMap(({ after }) => (after && 'missing' in after ? after.missing : []))
  const rejected = await findRejected(db, missing)
  return decisions.map((one) => {
    const names = one.after && 'missing' in one.after ? one.after.missing : []
    const name = names.find((missing) => rejected.has(proposalKey(missing)))?.name
    if (name === undefined || one.line === null) return one
    const reason = `${one.title ?? ''}: "${name}" was rejected`
    return decision(one.line, 'skipped', { title: one.title, localAt: one.localAt, reason })
  })
}

async function writeDecisions(staging: Staging, decisions: readonly Decision[]): Promise<void> {
  const { db, runId, isDryRun, inserted, seen, candidates } = staging
  const first = staging.position
  staging.position += decisions.length
  const added = await inTransaction(db, async (tx) => {
    if (!(await lockStaging(tx, runId))) throw catalogueErrors.make('import.discarded')
    const byKey = await insertStaged(
      tx,
      runId,
      decisions.flatMap(({ insert }) => insert ?? []),
    )
    const ids = new Map(
      decisions.flatMap(({ insert, eventId }) => {
        const id = insert && byKey.get(insert.sourceKey)
        return id && eventId !== null ? [[eventId, id] as const] : []
      }),
    )
    // In a dry run, the events of a table have no id.
    const storedId = (id: number | null) =>
      id === null || id > 0 ? id : (ids.get(id) ?? inserted[-id] ?? null)
    await insertRows(
      tx,
      runId,
      decisions.map((row, index) => ({
        ...row,
        insert: undefined,
        newLink: undefined,
        position: first + index,
        eventId: storedId(row.eventId),
      })),
    )
    const links = decisions.flatMap(({ newLink, eventId }) => {
      const id = storedId(eventId)
      return newLink && id !== null ? [{ ...newLink, eventId: id }] : []
    })
    if (!isDryRun) await saveLinks(tx, links)
    return ids
  })
  for (const [provisional, id] of added) {
    inserted[-provisional] = id
    seen.alias(`#${provisional}`, `#${id}`)
  }
  candidates.forgetWritten()
}
