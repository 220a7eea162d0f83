import type { EventStatus } from '@terrace/domain/lifecycles/event-status'
import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { refKeyOf, type SourceEvent } from './source-event.ts'

// The value is arbitrary but must never change. It keeps operators from deciding about the same names at once.
const lockKey = 7_336_204

export async function lockEventSources(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
}

/** The latest data from a source about one of its events. */
export interface SourceClaim {
  version: SourceEvent['version']
  status: SourceEvent['status']
  /** Match key of the source's title; empty when an operator matched the event. */
  title: string
  /** Date and time as one comparable string. */
  timeKey: string
  /** All changeable fields as one comparable string. */
  text: string
}

export interface Link {
  eventId: number
  claim: SourceClaim
}

/** A source's own reference of an event. */
export type SourceRef = Pick<SourceEvent, 'source' | 'ref'>

/** Links by {@link refKeyOf}. */
export async function findLinks(tx: DbOrTx, events: readonly SourceRef[]): Promise<Map<string, Link>> {
  const keys = events.map(({ source, ref }) => ({ source, ref }))
  const { rows } = await sql<Link & SourceRef>`
    select source, ref, event_id as "eventId", claim from event_sources
    join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as wanted(source text, ref text) using (source, ref)
  `.execute(tx)
  return new Map(rows.map(({ source, ref, ...link }) => [refKeyOf({ source, ref }), link]))
}

export async function saveLinks(tx: Tx, links: readonly (Link & { event: SourceRef })[]): Promise<void> {
  if (links.length === 0) return
  const rows = links.map(({ event: { source, ref }, eventId, claim }) => ({ source, ref, eventId, claim }))
  await sql`
    insert into event_sources (source, ref, event_id, claim)
    select source, ref, "eventId", claim from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(source text, ref text, "eventId" integer, claim jsonb)
    on conflict (source, ref) do update
      set event_id = excluded.event_id, claim = excluded.claim, updated_at = clock_timestamp()`.execute(tx)
}

export async function removeLinks(tx: Tx, refs: readonly SourceRef[]): Promise<void> {
  if (refs.length === 0) return
  const rows = refs.map(({ source, ref }) => ({ source, ref }))
  await sql`
    delete from event_sources s using jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(source text, ref text)
    where s.source = r.source and s.ref = r.ref`.execute(tx)
}

export interface Candidate {
  id: number
  title: string
  competition: string
  season: string
  /** The date from the source, before any demo shift. */
  sourceLocal: string
  timeKnown: boolean
  startsAt: Date
  performerIds: number[]
  sourceKey: string
  round: string | null
  venueId: number
}

export interface VenueDay {
  venueId: number
  /** `YYYY-MM-DD` */
  day: string
}

const candidateOf = (events: RawBuilder<unknown>) => sql`
  select e.id, e.title, c.slug as competition, coalesce(s.name, '') as season, e.time_known as "timeKnown",
    to_char(e.source_local_at, 'YYYY-MM-DD"T"HH24:MI') as "sourceLocal", e.starts_at as "startsAt",
    e.source_key as "sourceKey", e.round, e.venue_id as "venueId",
    array(select ep.performer_id from event_performers ep where ep.event_id = e.id) as "performerIds"
  from ${events} join categories c on c.id = e.category_id left join seasons s on s.id = e.season_id`

/** Visible events, and those that the run has staged. A subquery that PostgreSQL cannot turn into a scan of all events. */
const seenBy = (runId: number) => sql`
  (e.import_run_id is null or e.import_run_id = ${runId}
    or (select r.shows_events from import_runs r where r.id = e.import_run_id))`

/** Events of pairs of teams, with either at home. */
export async function findEventsOfPairs(
  db: DbOrTx,
  runId: number,
  pairs: readonly (readonly [number, number])[],
): Promise<(Candidate & { home: number; away: number })[]> {
  if (pairs.length === 0) return []
  const both = pairs.flatMap(([one, other]) => [
    { home: one, away: other },
    { home: other, away: one },
  ])
  const { rows } = await sql<Candidate & { home: number; away: number }>`
    with wanted as materialized (
      select h.event_id, w.home, w.away
      from jsonb_to_recordset(${JSON.stringify(both)}::jsonb) as w(home integer, away integer)
        join event_performers h on h.performer_id = w.home and h.opponent_id = w.away
    )
    select q.*, w.home, w.away from wanted w
      join (${candidateOf(sql`catalogue_events e`)} where ${seenBy(runId)}) q on q.id = w.event_id
    order by q.id`.execute(db)
  return rows
}

/** Events with these ids, soonest first. */
export async function findEventsById(
  db: DbOrTx,
  runId: number,
  ids: readonly number[],
): Promise<Candidate[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Candidate>`
    ${candidateOf(sql`catalogue_events e`)} where e.id = any(${ids}::integer[]) and ${seenBy(runId)}
    order by e.starts_at, e.id`.execute(db)
  return rows
}

/** The place of an event in its season. */
export interface SeasonPlace {
  startsAt: string
  id: number
}

/** The next visible events of a season after a place; all of a large season would fill the memory. */
export async function readSeasonEvents(
  db: DbOrTx,
  { competition, season }: { competition: string; season: string },
  { after, limit }: { after: SeasonPlace; limit: number },
): Promise<(SeasonPlace & Pick<Candidate, 'title' | 'sourceKey' | 'round' | 'sourceLocal'>)[]> {
  const { rows } = await sql<SeasonPlace & Pick<Candidate, 'title' | 'sourceKey' | 'round' | 'sourceLocal'>>`
    select e.id, e.starts_at::text as "startsAt", e.title, e.source_key as "sourceKey", e.round,
      to_char(e.source_local_at, 'YYYY-MM-DD"T"HH24:MI') as "sourceLocal"
    from seasons s join categories c on c.id = s.category_id
      join events e on e.category_id = s.category_id and e.season_id = s.id
    where c.slug = ${competition} and s.name = ${season}
      and (e.starts_at, e.id) > (${after.startsAt}::timestamptz, ${after.id}::integer)
    order by e.starts_at, e.id limit ${limit}`.execute(db)
  return rows
}

/** Events at venues on days, by source date. */
export async function findEventsOnDays(
  db: DbOrTx,
  runId: number,
  days: readonly VenueDay[],
): Promise<Candidate[]> {
  if (days.length === 0) return []
  const { rows } = await sql<Candidate>`
    ${candidateOf(sql`
      (select distinct "venueId", day from jsonb_to_recordset(${JSON.stringify(days)}::jsonb)
        as w("venueId" integer, day date)) w
      join catalogue_events e on e.venue_id = w."venueId" and e.source_local_at::date = w.day`)}
    where ${seenBy(runId)} order by e.id`.execute(db)
  return rows
}

export interface EventKey {
  sourceKey: string
  slug: string
  competition: string
  season: string
  status: EventStatus
}

export async function readEventKey(tx: DbOrTx, eventId: number): Promise<EventKey | undefined> {
  const { rows } = await sql<EventKey>`
    select e.source_key as "sourceKey", e.slug, e.status, c.slug as competition, coalesce(s.name, '') as season
    from events e join categories c on c.id = e.category_id left join seasons s on s.id = e.season_id
    where e.id = ${eventId}`.execute(tx)
  return rows[0]
}
