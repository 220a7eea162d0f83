import { artistScope, seasonOf } from '../competitions/competition.ts'
import { feedKeyOf, sourceLocalTime } from '../importers/event-sources/match-source-event.ts'
import type { SourceEvent } from '../importers/event-sources/source-event.ts'
import { readTitle } from '../importers/event-sources/source-title.ts'
import { dayOf } from '../importers/readers/feed.ts'
import type { Staging } from './staging.ts'

/** Names of several leagues can make many pairs; rows with more are looked up one by one. */
const maxPairsPerRow = 16

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
  const read = events.map((event) => ({
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
  const pairsOf = ({ pairing }: (typeof read)[number]): [number, number][] => {
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
  await staging.stored.prepare(db, { keys, ids: [...linkedIds, ...candidates] })
}
