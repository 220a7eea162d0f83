import type { Db } from '#api/db/client.ts'
import { readEventVersions, readVenueVersions } from '#api/modules/catalogue/index.ts'
import type { WorkTurns } from '#api/shared/concurrency/work-turns.ts'
import { extendClaim } from '../imports/imports.repo.ts'
import type { InventoryImport } from '../imports/inventory-import.ts'
import { matchNamedEvents } from '../matching/match-events.ts'
import { idSourceOf, type InventoryProfile } from '../profiles/profile.ts'
import { readMatchedEvents, readOwnDecisions, saveFacts, type MatchedEvent } from './event-facts.repo.ts'

const eventsAtOnce = 2000
/** A plan can have a megabyte. */
const venuesAtOnce = 20
const namesAtOnce = 200

/** Stores what the rows of each event to come are checked against; only for events that have none yet, or for all. */
export async function saveEventFacts(
  db: Db,
  importId: string,
  { isAll, now }: { isAll: boolean; now: Date },
): Promise<void> {
  const events = (await readMatchedEvents(db, importId, now)).filter(({ facts }) => isAll || facts === null)
  const facts = await readFacts(db, importId, events)
  await saveFacts(
    db,
    importId,
    events.map(({ key, eventId }) => ({ key, facts: facts.get(eventId) ?? null })),
  )
}

/** Forgets the facts of events that have changed since: some of their rows may have been checked against the new ones. */
export async function forgetChangedFacts(db: Db, importId: string, now: Date): Promise<void> {
  const events = (await readMatchedEvents(db, importId, now)).filter((event) => event.facts !== null)
  const facts = await readFacts(db, importId, events)
  await saveFacts(
    db,
    importId,
    events
      .filter((event) => event.facts !== facts.get(event.eventId))
      .map(({ key }) => ({ key, facts: null })),
  )
}

/** Hashes of what rows are checked against, by event; without events that have started. */
async function readFacts(
  db: Db,
  importId: string,
  events: readonly Pick<MatchedEvent, 'eventId' | 'isPast'>[],
): Promise<Map<number, string>> {
  const ids = [...new Set(events.flatMap(({ eventId, isPast }) => (isPast ? [] : [eventId])))]
  const found = await readInParts(db, importId, ids, { at: eventsAtOnce, read: readEventVersions })
  const venueIds = [...new Set(found.map(({ venueId }) => venueId))]
  const venues = await readInParts(db, importId, venueIds, { at: venuesAtOnce, read: readVenueVersions })
  const venueVersions = new Map(venues.map(({ venueId, version }) => [venueId, version]))
  return new Map(
    found.map(({ eventId, venueId, version }) => [
      eventId,
      `${version} ${venueId} ${venueVersions.get(venueId) ?? ''}`,
    ]),
  )
}

async function readInParts<Row>(
  db: Db,
  importId: string,
  ids: readonly number[],
  { at: size, read }: { at: number; read: (db: Db, ids: readonly number[]) => Promise<Row[]> },
): Promise<Row[]> {
  const rows: Row[] = []
  for (let at = 0; at < ids.length; at += size) {
    rows.push(...(await read(db, ids.slice(at, at + size))))
    await extendClaim(db, importId)
  }
  return rows
}

/** Events that are as they were when a file was applied, and that its names still mean. */
export interface SameEvents {
  facts: ReadonlyMap<number, string>
  /** What that file calls them. */
  keys: string[]
  /** The other events of that file: past ones, too. */
  otherIds: number[]
}

/** Compares the events of an earlier import with the present, and with what people have decided for this import. */
export async function findSameEvents(
  db: Db,
  inventoryImport: InventoryImport,
  profile: InventoryProfile,
  { baseImportId, turns, now }: { baseImportId: string; turns: WorkTurns; now: Date },
): Promise<SameEvents> {
  const { id, teamId } = inventoryImport
  const events = await readMatchedEvents(db, baseImportId, now)
  const facts = await readFacts(db, id, events)
  const isAsBefore = (event: MatchedEvent) => event.facts !== null && facts.get(event.eventId) === event.facts
  const candidates = events.filter(isAsBefore)
  const meaning = new Map<string, number | null>()
  for (let at = 0; at < candidates.length; at += namesAtOnce) {
    const part = candidates.slice(at, at + namesAtOnce)
    const matches = await matchNamedEvents(db, { teamId, source: idSourceOf(profile) }, part, turns)
    for (const { key, eventId } of matches) meaning.set(key, eventId)
    await extendClaim(db, id)
  }
  for (const { key, eventId } of await readOwnDecisions(db, id)) meaning.set(key, eventId)
  const others = new Set(
    events
      .filter((event) => !isAsBefore(event) || meaning.get(event.key) !== event.eventId)
      .map(({ eventId }) => eventId),
  )
  const same = events.filter(({ eventId }) => !others.has(eventId))
  return {
    facts: new Map(same.map(({ eventId }) => [eventId, facts.get(eventId) ?? ''])),
    keys: same.map(({ key }) => key),
    otherIds: [...others],
  }
}

/** Whether the events are still as they were when their rows were compared. */
export async function areSame(db: Db, importId: string, { facts }: SameEvents): Promise<boolean> {
  const events = [...facts.keys()].map((eventId) => ({ eventId, isPast: false }))
  const now = await readFacts(db, importId, events)
  return [...facts].every(([eventId, known]) => now.get(eventId) === known)
}
