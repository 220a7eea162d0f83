import { matchKey } from '@terrace/domain/text/match-key'
import type { Db } from '#api/db/client.ts'
import type { WorkTurns } from '#api/shared/concurrency/work-turns.ts'
import { readEventsOn, readVenueNames } from './catalogue-events.repo.ts'
import { findExact } from './compare-events.ts'
import { decidedEventOf, readDecided, type NameScope, type NameInFile } from './decided-events.ts'

const namesAtOnce = 500

/**
 * The events that these names certainly mean, by key; the others are left out. Says the same as `matchNamedEvents`, but reads
 * only events on the days and at the venues of the names, because it looks for no candidates.
 */
export async function findMeanings(
  db: Db,
  scope: NameScope,
  events: readonly NameInFile[],
  { turns, onPart }: { turns: WorkTurns; onPart: () => Promise<unknown> },
): Promise<Map<string, number>> {
  const meanings = new Map<string, number>()
  let venues: Map<string, number[]> | undefined
  // So that few parts read the same day.
  const byDay = events.toSorted((left, right) => compareTexts(left.named.day ?? '', right.named.day ?? ''))
  for (let at = 0; at < byDay.length; at += namesAtOnce) {
    const part = byDay.slice(at, at + namesAtOnce)
    const decided = await readDecided(db, scope, part)
    const others = part.filter((event) => {
      const known = decidedEventOf(event, decided)
      if (known) meanings.set(event.key, known.eventId)
      return !known
    })
    if (others.length > 0) {
      venues ??= await readVenues(db, turns)
      const days = new Set(others.flatMap(({ named }) => named.day ?? []))
      const venueIds = new Set(others.flatMap(({ named }) => venues?.get(matchKey(named.venue)) ?? []))
      const calendar = Map.groupBy(await readEventsOn(db, [...days], [...venueIds]), ({ day }) => day)
      await turns.map(others, ({ key, named }) => {
        const exact = findExact(named, calendar.get(named.day ?? '') ?? [])
        if (exact) meanings.set(key, exact.id)
      })
    }
    await onPart()
  }
  return meanings
}

/** The venues by each of their names in matching form; two may have one name. */
async function readVenues(db: Db, turns: WorkTurns): Promise<Map<string, number[]>> {
  const venues = new Map<string, number[]>()
  await turns.map(await readVenueNames(db), ({ id, name, keys }) => {
    for (const key of new Set([matchKey(name), ...keys])) {
      const ids = venues.get(key)
      if (ids) ids.push(id)
      else venues.set(key, [id])
    }
  })
  return venues
}

const compareTexts = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0)
