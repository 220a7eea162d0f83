import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'

/** Rows per transaction: short enough not to delay buyers and the outbox. */
const batchSize = 500

/**
 * Takes the next listings of the team off sale and records them, so that they can return. Their holds and unpaid orders stay. Returns the events of the
 * batch; empty when none are left.
 */
export async function withdrawNextListings(
  tx: Tx,
  { teamId, now }: { teamId: string; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ eventId: number }>`
    with chosen as materialized (
      select id from listings where seller_team_id = ${teamId} and status = 'active'
      order by id collate "C" limit ${batchSize} for no key update
    ), written as (
      update listings l set status = 'withdrawn', version = l.version + 1, updated_at = ${now}
      from chosen c where l.id = c.id returning l.id, l.event_id, l.version, l.revision
    ), remembered as (
      insert into suspended_listings (listing_id, team_id, revision)
      select id, ${teamId}, revision from written
      on conflict (listing_id) do update set revision = excluded.revision
    ), announced as (
      insert into outbox (topic, subject, payload)
      select 'listing.withdrawn', id, jsonb_build_object('eventId', event_id, 'listingId', id, 'version', version)
      from written order by id
    ), recorded as (
      insert into listing_changes (listing_id, at, kind, source, "before", "after")
      select id, ${now}, 'unpublished', 'operator', '{"status": "active"}', '{"status": "withdrawn"}' from written
    )
    select event_id as "eventId" from written`.execute(tx)
  return rows.map(({ eventId }) => eventId)
}

/**
 * Puts the next recorded listings back on sale, except those that were changed since, whose event is over, or that a resale
 * rule refuses. Returns how many were decided and how many are on sale. The caller keeps resale rules from changing.
 */
export async function relistNextListings(
  tx: Tx,
  { teamId, now }: { teamId: string; now: Date },
): Promise<{ decided: number; relisted: number }> {
  const { rows } = await sql<{ isRelisted: boolean }>`
    with chosen as materialized (
      select s.listing_id, s.revision from suspended_listings s where s.team_id = ${teamId}
      order by s.listing_id collate "C" limit ${batchSize} for update
    ), locked as materialized (
      select l.id from listings l join chosen c on c.listing_id = l.id
      order by l.id collate "C" for no key update of l
    ), written as (
      update listings l set status = 'active', version = l.version + 1, updated_at = ${now}
      from chosen c, catalogue_events e
      where l.id = c.listing_id and l.id in (select id from locked) and l.revision = c.revision
        and l.status = 'withdrawn' and e.id = l.event_id and event_blocker(e.status, e.starts_at, ${now}) is null
        and resale_refusal(l.event_id, l.seller_team_id, l.price_minor, l.face_value_minor) is null
      returning l.id, l.event_id, l.version
    ), announced as (
      insert into outbox (topic, subject, payload)
      select 'listing.published', id, jsonb_build_object('eventId', event_id, 'listingId', id, 'version', version)
      from written order by id
    ), recorded as (
      insert into listing_changes (listing_id, at, kind, source, "before", "after")
      select id, ${now}, 'published', 'operator', '{"status": "withdrawn"}', '{"status": "active"}' from written
    )
    delete from suspended_listings s using chosen c where s.listing_id = c.listing_id
    returning s.listing_id in (select id from written) as "isRelisted"`.execute(tx)
  return { decided: rows.length, relisted: rows.filter(({ isRelisted }) => isRelisted).length }
}
