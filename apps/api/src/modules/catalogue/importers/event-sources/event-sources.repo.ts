import type { EventStatus } from '@terrace/domain/lifecycles/event-status'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { matchKey } from '../../matching/match-key.ts'
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

/** The catalogue title of a recurring event. */
export async function findCatalogueTitle(tx: DbOrTx, competition: string, name: string): Promise<string> {
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
  sourceKey: string
  round: string | null
}

const candidate = sql`
  select e.id, e.title, c.slug as competition, coalesce(s.name, '') as season, e.time_known as "timeKnown",
    to_char(e.source_local_at, 'YYYY-MM-DD"T"HH24:MI') as "sourceLocal", e.starts_at as "startsAt",
    e.source_key as "sourceKey", e.round,
    array(select ep.performer_id from event_performers ep where ep.event_id = e.id) as "performerIds"
  from events e join categories c on c.id = e.category_id left join seasons s on s.id = e.season_id`

/** Events of two teams, with either at home. */
export async function findEventsOfPair(
  tx: DbOrTx,
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

export async function findEventsOfSeason(
  tx: DbOrTx,
  competition: string,
  season: string,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    ${candidate} where c.slug = ${competition} and s.name = ${season} order by e.id`.execute(tx)
  return rows
}

/** Events at a venue on one of these days, by source date. */
export async function findEventsAtVenue(
  tx: DbOrTx,
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

export async function readEventKey(tx: DbOrTx, eventId: number): Promise<EventKey | undefined> {
  const { rows } = await sql<EventKey>`
    select e.source_key as "sourceKey", e.slug, e.status, c.slug as competition, coalesce(s.name, '') as season
    from events e join categories c on c.id = e.category_id left join seasons s on s.id = e.season_id
    where e.id = ${eventId}`.execute(tx)
  return rows[0]
}
