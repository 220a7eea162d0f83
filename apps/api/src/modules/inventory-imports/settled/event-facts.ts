import { createHash } from 'node:crypto'
import type { Db } from '#api/db/client.ts'
import { readEventsWithBlocks } from '#api/modules/catalogue/index.ts'
import type { WorkTurns } from '#api/shared/concurrency/work-turns.ts'
import type { InventoryImport } from '../imports/inventory-import.ts'
import { matchNamedEvents } from '../matching/match-events.ts'
import { idSourceOf, type InventoryProfile } from '../profiles/profile.ts'
import { readMatchedEvents, readOwnDecisions, saveFacts } from './event-facts.repo.ts'

/** Events whose blocks are in memory at once. */
const eventsAtOnce = 50
const namesAtOnce = 200

/** Stores what the rows of each event are checked against; only for events that have none yet, or for all. */
export async function saveEventFacts(
  db: Db,
  importId: string,
  { isAll, turns }: { isAll: boolean; turns: WorkTurns },
): Promise<void> {
  const events = (await readMatchedEvents(db, importId)).filter(({ facts }) => isAll || facts === null)
  const facts = await readFacts(
    db,
    events.map(({ eventId }) => eventId),
    turns,
  )
  await saveFacts(
    db,
    importId,
    events.map(({ key, eventId }) => ({ key, facts: facts.get(eventId) ?? null })),
  )
}

/** Forgets the facts of events that have changed since: some of their rows may have been checked against the new ones. */
export async function forgetChangedFacts(db: Db, importId: string, turns: WorkTurns): Promise<void> {
  const events = await readMatchedEvents(db, importId)
  const facts = await readFacts(
    db,
    events.map(({ eventId }) => eventId),
    turns,
  )
  await saveFacts(
    db,
    importId,
    events
      .filter((event) => event.facts !== null && event.facts !== facts.get(event.eventId))
      .map(({ key }) => ({ key, facts: null })),
  )
}

/** Hashes of what rows are checked against, by event. */
export async function readFacts(
  db: Db,
  eventIds: readonly number[],
  turns: WorkTurns,
): Promise<Map<number, string>> {
  const ids = [...new Set(eventIds)]
  const facts = new Map<number, string>()
  for (let at = 0; at < ids.length; at += eventsAtOnce) {
    const events = await readEventsWithBlocks(db, ids.slice(at, at + eventsAtOnce))
    await turns.map(events, (event) =>
      facts.set(event.eventId, createHash('sha256').update(JSON.stringify(event)).digest('hex')),
    )
  }
  return facts
}

/** Events that are as they were when a file was applied, and that its names still mean. */
export interface SameEvents {
  facts: ReadonlyMap<number, string>
  /** What that file calls them. */
  keys: string[]
  /** The other events of that file. */
  changedIds: number[]
}

/** Compares the events of an earlier import with the present, and with what people have decided for this import. */
export async function findSameEvents(
  db: Db,
  inventoryImport: InventoryImport,
  profile: InventoryProfile,
  { baseImportId, turns }: { baseImportId: string; turns: WorkTurns },
): Promise<SameEvents> {
  const { id, teamId } = inventoryImport
  const events = await readMatchedEvents(db, baseImportId)
  const decided = new Map((await readOwnDecisions(db, id)).map(({ key, eventId }) => [key, eventId]))
  const facts = await readFacts(
    db,
    events.map(({ eventId }) => eventId),
    turns,
  )
  const meaning = new Map<string, number | null>()
  for (let at = 0; at < events.length; at += namesAtOnce) {
    const part = events.slice(at, at + namesAtOnce)
    const matches = await matchNamedEvents(db, { teamId, source: idSourceOf(profile) }, part, turns)
    for (const { key, eventId } of matches) meaning.set(key, eventId)
  }
  for (const [key, eventId] of decided) meaning.set(key, eventId)
  const isSame = (event: (typeof events)[number]) =>
    meaning.get(event.key) === event.eventId && facts.get(event.eventId) === event.facts
  const changed = new Set(events.filter((event) => !isSame(event)).map(({ eventId }) => eventId))
  const same = events.filter(({ eventId }) => !changed.has(eventId))
  return {
    facts: new Map(same.flatMap(({ eventId, facts: known }) => (known === null ? [] : [[eventId, known]]))),
    keys: same.map(({ key }) => key),
    changedIds: [...changed],
  }
}
