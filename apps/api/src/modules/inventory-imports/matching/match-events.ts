import type { WorkTurns } from '#api/shared/concurrency/work-turns.ts'
import type { ImportDeps } from '../imports/import-deps.ts'
import { changeImport, extendClaim } from '../imports/imports.repo.ts'
import type { InventoryImport } from '../imports/inventory-import.ts'
import { idSourceOf, type InventoryProfile } from '../profiles/profile.ts'
import { findExistingEvents, readEventsOn, type CatalogueEvent } from './catalogue-events.repo.ts'
import { candidateOf, findExact, rankCandidates } from './compare-events.ts'
import { nameKeyOf } from './event-key.ts'
import { readDecidedNames, readOtherDecisions } from './event-names.repo.ts'
import {
  readUnmatched,
  saveMatches,
  type EventMatch,
  type MatchedBy,
  type StoredImportEvent,
} from './import-events.repo.ts'

const batchSize = 100
/** How many days a candidate's date may differ from that in the file. */
const nearDays = 3
/** Score of an event that other sellers chose for the name: likely, but not decided for this seller. */
const scoreOfOtherSellers = 95

export async function matchEvents(
  { db }: ImportDeps,
  inventoryImport: InventoryImport,
  profile: InventoryProfile,
): Promise<void> {
  await findEvents(db, inventoryImport, profile)
  await changeImport(db, inventoryImport.id, 'parsed', { state: 'matched', rowsDone: 0 })
}

/** Finds the events of a file: by id, by earlier decisions, by venue, day and name. The others get candidates. */
export async function findEvents(
  db: ImportDeps['db'],
  inventoryImport: InventoryImport,
  profile: InventoryProfile,
): Promise<void> {
  const calendar = new Map<string, CatalogueEvent[]>()
  let after = ''
  for (;;) {
    const events = await readUnmatched(db, inventoryImport.id, after, batchSize)
    if (events.length === 0) break
    after = events.at(-1)?.key ?? ''
    await loadDays(db, calendar, events)
    const source = idSourceOf(profile)
    const known = await readKnown(db, { teamId: inventoryImport.teamId, source }, events)
    await saveMatches(
      db,
      inventoryImport.id,
      events.map((event) => matchOf(event, known, calendar)),
    )
    await extendClaim(db, inventoryImport.id)
  }
}

/** Whether the event of held rows has been decided since it was looked for. */
export async function isHeldNameDecided(
  { db }: Pick<ImportDeps, 'db'>,
  { id, teamId }: InventoryImport,
  profile: InventoryProfile,
): Promise<boolean> {
  for (let after = ''; ;) {
    const events = await readUnmatched(db, id, after, batchSize)
    if (events.length === 0) return false
    after = events.at(-1)?.key ?? ''
    const known = await readKnown(db, { teamId, source: idSourceOf(profile) }, events)
    if (events.some((event) => matchOf(event, known, new Map()).eventId !== null)) return true
    await extendClaim(db, id)
  }
}

/** Matches events without storing the result, for rows that a person is still editing. */
export async function matchNamedEvents(
  db: ImportDeps['db'],
  { teamId, source }: { teamId: string; source: string },
  events: readonly Named[],
  turns: WorkTurns,
): Promise<EventMatch[]> {
  const calendar = new Map<string, CatalogueEvent[]>()
  await loadDays(db, calendar, events)
  const known = await readKnown(db, { teamId, source }, events)
  return turns.map(events, (event) => matchOf(event, known, calendar))
}

type Named = Pick<StoredImportEvent, 'key' | 'named'>

interface Known {
  ids: Set<number>
  byForeignId: Map<string, number>
  byName: Map<string, number>
  others: Map<string, number>
}

async function readKnown(
  db: ImportDeps['db'],
  { teamId, source }: { teamId: string; source: string },
  events: readonly Named[],
): Promise<Known> {
  const named = events.map((event) => event.named)
  const foreign = named.flatMap(({ foreignId }) => foreignId ?? [])
  const names = named.map(nameKeyOf)
  const [ids, byForeignId, byName, others] = await Promise.all([
    findExistingEvents(
      db,
      named.flatMap(({ id }) => id ?? []),
    ),
    readDecidedNames(db, { teamId, source, keys: foreign }),
    readDecidedNames(db, { teamId, source: '', keys: names }),
    readOtherDecisions(db, { teamId, source: '', keys: names }),
  ])
  const byVotes = others.toSorted((left, right) => left.teams - right.teams)
  return { ids, byForeignId, byName, others: new Map(byVotes.map(({ key, eventId }) => [key, eventId])) }
}

function matchOf(
  { key, named }: Named,
  known: Known,
  calendar: ReadonlyMap<string, CatalogueEvent[]>,
): EventMatch {
  const found = (eventId: number, matchedBy: MatchedBy): EventMatch => ({
    key,
    eventId,
    matchedBy,
    isSkipped: false,
    candidates: [],
  })
  if (named.id !== null && known.ids.has(named.id)) return found(named.id, 'id')
  const foreign = named.foreignId === null ? undefined : known.byForeignId.get(named.foreignId)
  if (foreign !== undefined) return found(foreign, 'foreign')
  const decided = known.byName.get(nameKeyOf(named))
  if (decided !== undefined && named.name !== '') return found(decided, 'alias')
  const near = named.day === null ? [] : daysAround(named.day).flatMap((day) => calendar.get(day) ?? [])
  const exact = findExact(named, near)
  if (exact) return found(exact.id, 'exact')
  const likely = near.find(({ id }) => id === known.others.get(nameKeyOf(named)))
  const ranked = rankCandidates(named, near).filter(({ eventId }) => eventId !== likely?.id)
  const candidates = likely
    ? [candidateOf(named, likely, scoreOfOtherSellers), ...ranked.slice(0, 4)]
    : ranked
  return { key, eventId: null, matchedBy: null, isSkipped: false, candidates }
}

async function loadDays(
  db: ImportDeps['db'],
  calendar: Map<string, CatalogueEvent[]>,
  events: readonly Named[],
): Promise<void> {
  const days = new Set(events.flatMap(({ named }) => (named.day === null ? [] : daysAround(named.day))))
  const missing = [...days].filter((day) => !calendar.has(day))
  for (const day of missing) calendar.set(day, [])
  for (const event of await readEventsOn(db, missing)) calendar.get(event.day)?.push(event)
}

function daysAround(day: string): string[] {
  return Array.from({ length: 2 * nearDays + 1 }, (_, at) => {
    const date = new Date(`${day}T00:00:00Z`)
    date.setUTCDate(date.getUTCDate() + at - nearDays)
    return date.toISOString().slice(0, 10)
  })
}
