import { artistScope, seasonOf, type Competition } from '../../competitions/competition.ts'
import { feedKeyOf, sourceLocalTime } from '../../importers/event-sources/match-source-event.ts'
import type { SourceEvent } from '../../importers/event-sources/source-event.ts'
import { readTitle } from '../../importers/event-sources/source-title.ts'
import { dayOf } from '../../importers/readers/source-feed.ts'
import type { Staging } from '../staging.ts'

/** Names of several leagues can make many pairs; rows with more are looked up one by one. */
const maxPairsPerRow = 16

interface ReadRow {
  event: SourceEvent
  pairing: { home: string; away: string } | null
  competition: Competition | undefined
}

/**
 * Reads at once what the rows of a batch will ask for one by one: names, the events of their pairs, venues and days, and
 * what is stored of them.
 */
export async function prepareFeedBatch(
  staging: Staging,
  events: readonly SourceEvent[],
  linkedIds: readonly number[],
): Promise<void> {
  const { db, competitions, names, lookups } = staging
  const read = events.map((event): ReadRow => ({
    event,
    pairing: event.teams ?? readTitle(event.title, competitions).pairing,
    competition: competitions.find(event.categories),
  }))
  await names.load(db, {
    performers: read.flatMap(({ event, pairing }) => [
      ...(pairing ? [pairing.home, pairing.away] : []),
      ...event.artists,
    ]),
    venues: events.flatMap(({ venue }) => venue?.name ?? []),
  })
  const teamIds = (name: string) =>
    names.performers(name).flatMap(({ id, scope }) => (scope === artistScope ? [] : [id]))
  const pairsOf = ({ pairing }: ReadRow): [number, number][] => {
    if (!pairing) return []
    const aways = teamIds(pairing.away)
    return teamIds(pairing.home)
      .flatMap((home) => aways.map((away): [number, number] => [home, away]))
      .slice(0, maxPairsPerRow)
  }
  const days = read.flatMap(({ event }) =>
    names
      .venues(event.venue?.name ?? '')
      .flatMap(({ id, timezone }) =>
        [sourceLocalTime(event.when, timezone).slice(0, 10), event.previousDay]
          .filter((day) => day !== null)
          .map((day) => ({ venueId: id, day })),
      ),
  )
  const candidates = await lookups.prepare({ pairs: read.flatMap(pairsOf), days })
  const keys = read.flatMap((row) => {
    if (!row.competition) return []
    const prefix = `${row.competition.categoryId}/${seasonOf(row.competition, dayOf(row.event.when))}`
    return [feedKeyOf(row.event), ...pairsOf(row).map((pair) => pair.join('/'))].map(
      (key) => `${prefix}/${key}`,
    )
  })
  const titled = await findTitled(staging, read)
  await staging.stored.prepare(db, { keys, ids: [...linkedIds, ...candidates, ...titled] })
}

/** Ids of the events that rows without teams mean by their titles. */
async function findTitled({ lookups }: Staging, rows: readonly ReadRow[]): Promise<number[]> {
  const found: number[] = []
  for (const { event, pairing, competition } of rows) {
    if (!competition || competition.scope === artistScope || pairing !== null) continue
    const titles = await lookups.titles(competition.slug, seasonOf(competition, dayOf(event.when)))
    found.push(...titles.titled(lookups.title(competition.slug, event.title)).map(({ id }) => id))
  }
  // Events that the run adds have no id yet.
  return found.filter((id) => id > 0)
}
