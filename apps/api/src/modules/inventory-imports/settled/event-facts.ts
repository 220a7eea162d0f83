import type { Db } from '#api/db/client.ts'
import { readEventVersions, readVenueVersions } from '#api/modules/catalogue/index.ts'
import type { WorkTurns } from '#api/shared/concurrency/work-turns.ts'
import { extendClaim } from '../imports/imports.repo.ts'
import type { InventoryImport } from '../imports/inventory-import.ts'
import { findMeanings } from '../matching/find-meanings.ts'
import { idSourceOf, type InventoryProfile } from '../profiles/profile.ts'
import { readMatchedEvents, readOwnDecisions, saveFacts, type MatchedEvent } from './event-facts.repo.ts'

const eventsAtOnce = 2000
/** Hashing the plans of one part for the first time takes a tenth of a second. */
const venuesAtOnce = 200

/** Stores what the rows of each event to come are checked against; only for events that have none yet, or for all. */
export async function saveEventFacts(
  db: Db,
  inventoryImport: Pick<InventoryImport, 'id' | 'state'>,
  { isAll, now }: { isAll: boolean; now: Date },
): Promise<void> {
  const importId = inventoryImport.id
  const events = (await readMatchedEvents(db, importId, now)).filter(({ facts }) => isAll || facts === null)
  const facts = await readFacts(db, importId, events)
  await saveFacts(
    db,
    inventoryImport,
    events.map(({ key, eventId }) => ({ key, facts: facts.get(eventId) ?? null })),
  )
}

/**
 * Forgets the facts of events that have changed since: some of their rows may have been checked against the new ones. Rows that
 * were not read have not been.
 */
export async function forgetChangedFacts(
  db: Db,
  inventoryImport: Pick<InventoryImport, 'id' | 'state'>,
  now: Date,
): Promise<void> {
  const importId = inventoryImport.id
  const matched = await readMatchedEvents(db, importId, now, { withRows: true })
  const events = matched.filter((event) => event.facts !== null)
  const facts = await readFacts(db, importId, events)
  await saveFacts(
    db,
    inventoryImport,
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
  ids: number[]
  /** What that file calls them. */
  keys: string[]
  /** The other events of that file: past ones, too. */
  otherIds: number[]
}

interface EventComparison {
  baseImportId: string
  turns: WorkTurns
  now: Date
}

/** Compares the events of an earlier import with the present, and with what people have decided for this import. */
export async function findSameEvents(
  db: Db,
  inventoryImport: InventoryImport,
  profile: InventoryProfile,
  { baseImportId, turns, now }: EventComparison,
): Promise<SameEvents> {
  const { id, teamId } = inventoryImport
  const events = await readMatchedEvents(db, baseImportId, now)
  const facts = await readFacts(db, id, events)
  const isAsBefore = (event: MatchedEvent) => event.facts !== null && facts.get(event.eventId) === event.facts
  const scope = { teamId, source: idSourceOf(profile) }
  const meanings: Map<string, number | null> = await findMeanings(db, scope, events.filter(isAsBefore), {
    turns,
    onPart: () => extendClaim(db, id),
  })
  for (const { key, eventId } of await readOwnDecisions(db, id)) meanings.set(key, eventId)
  const others = new Set(
    events
      .filter((event) => !isAsBefore(event) || meanings.get(event.key) !== event.eventId)
      .map(({ eventId }) => eventId),
  )
  const same = events.filter(({ eventId }) => !others.has(eventId))
  return {
    ids: [...new Set(same.map(({ eventId }) => eventId))],
    keys: same.map(({ key }) => key),
    otherIds: [...others],
  }
}

/** Whether the events are still as they were when their rows were compared, and their names still mean them. */
export async function areEventsUnchanged(
  db: Db,
  inventoryImport: InventoryImport,
  profile: InventoryProfile,
  { same, ...comparison }: EventComparison & { same: SameEvents },
): Promise<boolean> {
  const keys = new Set((await findSameEvents(db, inventoryImport, profile, comparison)).keys)
  return same.keys.every((key) => keys.has(key))
}
