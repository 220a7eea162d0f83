import type { EventStatus } from '@terrace/domain/lifecycles/event-status'
import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import { matchKey } from '../../matching/match-key.ts'
import { refKeyOf, type SourceEvent } from './source-event.ts'

// The value is arbitrary but must never change. It keeps concurrent imports from creating an event twice.
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

/** Links by {@link refKeyOf}. */
export async function findLinks(tx: Tx, events: readonly SourceEvent[]): Promise<Map<string, Link>> {
  const keys = events.map(({ source, ref }) => ({ source, ref }))
  const { rows } = await sql<Link & Pick<SourceEvent, 'source' | 'ref'>>`
    select source, ref, event_id as "eventId", claim from event_sources
    join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as wanted(source text, ref text) using (source, ref)
  `.execute(tx)
  return new Map(rows.map(({ source, ref, ...link }) => [refKeyOf({ source, ref }), link]))
}

export async function saveLinks(tx: Tx, links: readonly (Link & { event: SourceEvent })[]): Promise<void> {
  if (links.length === 0) return
  const rows = links.map(({ event: { source, ref }, eventId, claim }) => ({ source, ref, eventId, claim }))
  await sql`
    insert into event_sources (source, ref, event_id, claim)
    select source, ref, "eventId", claim from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(source text, ref text, "eventId" integer, claim jsonb)
    on conflict (source, ref) do update
      set event_id = excluded.event_id, claim = excluded.claim, updated_at = clock_timestamp()`.execute(tx)
}

export interface NamedPerformer {
  id: number
  name: string
  slug: string
  scope: string
}

/** Performers with this name in any scope: one name can mean clubs in two countries. */
export async function findPerformers(tx: Tx, name: string): Promise<NamedPerformer[]> {
  const { rows } = await sql<NamedPerformer>`
    select p.id, p.name, p.slug, a.scope from performer_aliases a join performers p on p.id = a.performer_id
    where a.name_key = ${matchKey(name)} order by p.id`.execute(tx)
  return rows
}

export interface NamedVenue {
  id: number
  name: string
  city: string
  countryCode: string
  timezone: string
  /** Where the venue has this name: everywhere (''), in a country or in a city (`GB/london`). */
  scopes: string[]
}

export async function findVenues(tx: Tx, name: string): Promise<NamedVenue[]> {
  const { rows } = await sql<NamedVenue>`
    select v.id, v.name, v.city, v.country_code as "countryCode", v.timezone, array_agg(a.scope) as scopes
    from venue_aliases a join venues v on v.id = a.venue_id
    where a.name_key = ${matchKey(name)} group by v.id order by v.id`.execute(tx)
  return rows
}

export async function findHomeVenue(tx: Tx, performerId: number): Promise<NamedVenue | undefined> {
  const { rows } = await sql<NamedVenue>`
    select v.id, v.name, v.city, v.country_code as "countryCode", v.timezone, '{}'::text[] as scopes
    from performer_venues h join venues v on v.id = h.venue_id where h.performer_id = ${performerId}`.execute(
    tx,
  )
  return rows[0]
}

/** The catalogue title of a recurring event. */
export async function findCatalogueTitle(tx: Tx, competition: string, name: string): Promise<string> {
  const { rows } = await sql<{ title: string }>`
    select title from event_aliases where competition = ${competition} and name_key = ${matchKey(name)}`.execute(
    tx,
  )
  return rows[0]?.title ?? name
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
}

const candidate = sql`
  select e.id, e.title, c.slug as competition, coalesce(s.name, '') as season, e.time_known as "timeKnown",
    to_char(e.source_local_at, 'YYYY-MM-DD"T"HH24:MI') as "sourceLocal", e.starts_at as "startsAt",
    array(select ep.performer_id from event_performers ep where ep.event_id = e.id) as "performerIds"
  from events e join categories c on c.id = e.category_id left join seasons s on s.id = e.season_id`

/** Events of two teams, with either at home. */
export async function findEventsOfPair(
  tx: Tx,
  one: number,
  other: number,
): Promise<(Candidate & { home: number })[]> {
  const { rows } = await sql<Candidate & { home: number }>`
    select q.*, h.performer_id as home from (${candidate}) q
      join event_performers h on h.event_id = q.id and h.role = 'home'
      join event_performers a on a.event_id = q.id and a.role = 'away'
    where (h.performer_id, a.performer_id) in ((${one}, ${other}), (${other}, ${one})) order by q.id`.execute(
    tx,
  )
  return rows
}

export async function findEventsOfSeason(tx: Tx, competition: string, season: string): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    ${candidate} where c.slug = ${competition} and s.name = ${season} order by e.id`.execute(tx)
  return rows
}

/** Events at a venue on one of these days, by source date. */
export async function findEventsAtVenue(
  tx: Tx,
  venueId: number,
  days: readonly string[],
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    ${candidate} where e.venue_id = ${venueId} and e.source_local_at::date = any(${days}::date[]) order by e.id`.execute(
    tx,
  )
  return rows
}

export interface EventKey {
  sourceKey: string
  slug: string
  competition: string
  season: string
  status: EventStatus
}

export async function readEventKey(tx: Tx, eventId: number): Promise<EventKey | undefined> {
  const { rows } = await sql<EventKey>`
    select e.source_key as "sourceKey", e.slug, e.status, c.slug as competition, coalesce(s.name, '') as season
    from events e join categories c on c.id = e.category_id left join seasons s on s.id = e.season_id
    where e.id = ${eventId}`.execute(tx)
  return rows[0]
}
