import { createServerTurns, type WorkTurns } from '#api/shared/concurrency/work-turns.ts'
import type { ImportDeps } from '../imports/import-deps.ts'
import { changeImport, extendClaim } from '../imports/imports.repo.ts'
import type { InventoryImport } from '../imports/inventory-import.ts'
import { idSourceOf, type InventoryProfile } from '../profiles/profile.ts'
import { readEventsOn, type CatalogueEvent } from './catalogue-events.repo.ts'
import { candidateOf, findExact, rankCandidates } from './compare-events.ts'
import {
  decidedEventOf,
  readDecided,
  type Decided,
  type NameScope,
  type NameInFile,
} from './decided-events.ts'
import { nameKeyOf } from './event-key.ts'
import { readOtherDecisions } from './event-names.repo.ts'
import { readUnmatched, saveMatches, type EventMatch } from './import-events.repo.ts'

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
  const scope = { teamId: inventoryImport.teamId, source: idSourceOf(profile) }
  const calendar = new Map<string, CatalogueEvent[]>()
  const turns = createServerTurns()
  let after = ''
  for (;;) {
    const events = await readUnmatched(db, inventoryImport.id, after, batchSize)
    if (events.length === 0) break
    after = events.at(-1)?.key ?? ''
    const match = await prepareMatching(db, scope, events, calendar)
    await saveMatches(db, inventoryImport.id, await turns.map(events, match))
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
    const decided = await readDecided(db, { teamId, source: idSourceOf(profile) }, events)
    if (events.some((event) => decidedEventOf(event, decided) !== undefined)) return true
    await extendClaim(db, id)
  }
}

/** Matches events without storing the result, for rows that a person is still editing. */
export async function matchNamedEvents(
  db: ImportDeps['db'],
  scope: NameScope,
  events: readonly NameInFile[],
  turns: WorkTurns,
): Promise<EventMatch[]> {
  const match = await prepareMatching(db, scope, events, new Map())
  return turns.map(events, match)
}

/** Reads what these names need, and returns the function that matches one of them. */
async function prepareMatching(
  db: ImportDeps['db'],
  scope: NameScope,
  events: readonly NameInFile[],
  calendar: Map<string, CatalogueEvent[]>,
): Promise<(event: NameInFile) => EventMatch> {
  const decided = await readDecided(db, scope, events)
  const others = events.filter((event) => decidedEventOf(event, decided) === undefined)
  const keys = others.map(({ named }) => nameKeyOf(named))
  const ofOtherTeams = await readOtherDecisions(db, { teamId: scope.teamId, source: '', keys })
  const byVotes = ofOtherTeams.toSorted((left, right) => left.teams - right.teams)
  const likely = new Map(byVotes.map(({ key, eventId }) => [key, eventId]))
  await loadDays(
    db,
    calendar,
    others.flatMap(({ named }) => (named.day === null ? [] : daysAround(named.day))),
  )
  return (event) => matchOf(event, { decided, likely, calendar })
}

interface Known {
  decided: Decided
  /** What other teams chose, by the key of the name. */
  likely: ReadonlyMap<string, number>
  calendar: ReadonlyMap<string, CatalogueEvent[]>
}

function matchOf(event: NameInFile, known: Known): EventMatch {
  const { key, named } = event
  const decided = decidedEventOf(event, known.decided)
  if (decided) return { key, ...decided, isSkipped: false, candidates: [] }
  const near = named.day === null ? [] : daysAround(named.day).flatMap((day) => known.calendar.get(day) ?? [])
  const exact = findExact(named, near)
  if (exact) return { key, eventId: exact.id, matchedBy: 'exact', isSkipped: false, candidates: [] }
  const likely = near.find(({ id }) => id === known.likely.get(nameKeyOf(named)))
  const ranked = rankCandidates(named, near).filter(({ eventId }) => eventId !== likely?.id)
  const candidates = likely
    ? [candidateOf(named, likely, scoreOfOtherSellers), ...ranked.slice(0, 4)]
    : ranked
  return { key, eventId: null, matchedBy: null, isSkipped: false, candidates }
}

async function loadDays(
  db: ImportDeps['db'],
  calendar: Map<string, CatalogueEvent[]>,
  days: readonly string[],
): Promise<void> {
  const missing = [...new Set(days)].filter((day) => !calendar.has(day))
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
