import { inTransaction } from '#api/db/transaction.ts'
import { findLinks, saveLinks } from '../importers/event-sources/event-sources.repo.ts'
import { refKeyOf, type SourceEvent } from '../importers/event-sources/source-event.ts'
import { findStatuses } from '../importers/event-sources/unmatched.repo.ts'
import type { Fixture } from '../importers/fixtures/fixture.ts'
import { decidePlaceholders, roundsOf } from '../importers/fixtures/placeholder-rounds.ts'
import { readRounds } from '../importers/fixtures/rounds.repo.ts'
import {
  resolveFixture,
  type Resolution,
  type ResolvedFixture,
} from '../importers/fixtures/resolve-fixtures.ts'
import { proposalKey } from '../proposals/proposal.ts'
import { findRejected } from '../proposals/proposals.repo.ts'
import { catalogueErrors } from '../catalogue.errors.ts'
import { decideFeedRow } from './decide-feed-row.ts'
import { decideFixture, refOf } from './decide-fixture.ts'
import { decideTime, decision, type Decision } from './decide-row.ts'
import type { StoredEvent } from './event-values.ts'
import { findSameEvent } from './find-same-event.ts'
import { insertRows } from './import-rows.repo.ts'
import { prepareFeedBatch } from './prepare-feed-batch.ts'
import { lockStaging } from './import-runs.repo.ts'
import { insertStaged } from './staged-events.repo.ts'
import { addArtists, imaginedArtist, type Staging } from './staging.ts'
import { readStored } from './stored-events.repo.ts'

/** A row of a file: a fixture, an event of a feed, or the reason why it is neither. */
export type InputRow = { line: number; fileName: string } & (
  | { fixture: Fixture }
  | { event: SourceEvent }
  | { bad: string }
  | { skip: string }
  /** A stored event that the file does not have, whose time turns out to be known or not. */
  | { eventId: number; timeKnown: boolean }
)

/** Decides about the rows and stores the decisions in one transaction. Returns how long it was open. */
export async function stageBatch(staging: Staging, rows: readonly InputRow[]): Promise<number> {
  await loadNames(staging, rows)
  const resolutions = rows.map((row) => ('fixture' in row ? resolve(staging, row) : undefined))
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
  await prepareFeedBatch(
    staging,
    rows.flatMap((row) => ('event' in row ? row.event : [])),
    ids,
  )
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
      decisions.push(
        await decideFixture(staging, { ...row, resolution, link, status: statuses.get(key), stored }),
      )
    }
  }
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

/** Reads the file's rounds and the stored ones, and hides times that are placeholders. */
export async function markPlaceholders(
  staging: Staging,
  rows: readonly InputRow[],
  minEvents: number,
): Promise<InputRow[]> {
  await loadNames(staging, rows)
  const resolved = rows.map((row) => {
    const resolution = 'fixture' in row ? resolve(staging, row) : undefined
    return resolution && 'fixture' in resolution ? resolution.fixture : undefined
  })
  const fixtures = resolved.filter((fixture) => fixture !== undefined)
  const stored = await readRounds(staging.db, roundsOf(fixtures))
  const { isPlaceholder, changed } = decidePlaceholders(fixtures, stored, minEvents)
  const marked = rows.map((row, index): InputRow => {
    const fixture = resolved[index]
    if (!('fixture' in row) || !fixture || !isPlaceholder(fixture)) return row
    return { ...row, fixture: { ...row.fixture, timeKnown: false } }
  })
  const fileName = rows[0]?.fileName ?? ''
  return [...marked, ...changed.map(({ id, timeKnown }) => ({ line: 0, fileName, eventId: id, timeKnown }))]
}

async function loadNames(staging: Staging, rows: readonly InputRow[]): Promise<void> {
  const fixtures = rows.flatMap((row) => ('fixture' in row ? row.fixture : []))
  const performers = fixtures.flatMap(({ identity, performers }) => [
    ...('name' in identity ? [] : [identity.home, identity.away]),
    ...performers.map(({ name }) => name),
  ])
  // An operator may have called a venue by the name of the team that plays there.
  const venues = fixtures.flatMap(({ venue, identity }) => [
    'name' in identity ? identity.title : identity.home,
    ...(venue ? [venue.name] : []),
  ])
  await staging.names.load(staging.db, { performers, venues })
  const artists = fixtures
    .filter(({ identity }) => 'name' in identity)
    .flatMap(({ performers }) => performers.filter(({ role }) => role === 'performer'))
  await addArtists(staging, [...new Set(artists.map(({ name }) => name))])
}

function resolve(staging: Staging, { line, fixture }: { line: number; fixture: Fixture }): Resolution {
  return resolveFixture(line, fixture, {
    ...staging,
    newArtist: (name) => imaginedArtist(staging, name),
  })
}

async function writeDecisions(staging: Staging, decisions: readonly Decision[]): Promise<void> {
  const { db, runId, isDryRun, inserted, seen, candidates } = staging
  const first = staging.position
  staging.position += decisions.length
  const added = await inTransaction(db, async (tx) => {
    if (!(await lockStaging(tx, runId))) throw catalogueErrors.make('import.discarded')
    const inserts = isDryRun ? [] : decisions.flatMap(({ insert }) => insert ?? [])
    const byKey = await insertStaged(tx, runId, inserts)
    const ids = new Map(
      decisions.flatMap(({ insert, eventId }) => {
        const id = insert && byKey.get(insert.sourceKey)
        return id && eventId !== null ? [[eventId, id] as const] : []
      }),
    )
    // In a dry run, new events have no id.
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
    await saveLinks(
      tx,
      decisions.flatMap(({ newLink, eventId }) => {
        const id = storedId(eventId)
        return newLink && id !== null ? [{ ...newLink, eventId: id }] : []
      }),
    )
    return ids
  })
  for (const [provisional, id] of added) {
    inserted[-provisional] = id
    seen.alias(`#${provisional}`, `#${id}`)
  }
  if (!isDryRun) candidates.forgetWritten()
}
