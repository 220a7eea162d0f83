import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'

/** Locks the team's listings in the order of all commands. What follows sees them as they are after the wait. */
export async function lockOwnListings(tx: Tx, sellerTeamId: string, ids: readonly string[]): Promise<void> {
  await sql`select from listings l where l.id = any(${ids}) and l.seller_team_id = ${sellerTeamId}
    order by l.id collate "C" for no key update`.execute(tx)
}

/**
 * Writes prices that a rule has decided, with the history of the listings and the events that caches and open pages wait
 * for. The caller has locked the listings, the limits and the resale rules, and validated the prices.
 */
export async function writeRulePrices(
  tx: Tx,
  {
    sellerTeamId,
    prices,
    now,
  }: { sellerTeamId: string; prices: readonly { listingId: string; minor: number }[]; now: Date },
): Promise<void> {
  if (prices.length === 0) return
  await sql`
    with priced as materialized (
      select l.id, l.price_minor as old_minor, p.minor
      from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as p("listingId" text, minor bigint)
      join listings l on l.id = p."listingId" and l.seller_team_id = ${sellerTeamId} and l.price_minor <> p.minor
    ), written as (
      update listings l set price_minor = p.minor, version = l.version + 1, updated_at = ${now}
      from priced p where l.id = p.id
      returning l.id, l.event_id, l.version, l.status, p.old_minor, p.minor
    ), announced as (
      insert into outbox (topic, subject, payload)
      select 'listing.updated', w.id,
        jsonb_build_object('eventId', w.event_id, 'listingId', w.id, 'version', w.version)
      from written w where w.status = 'active' order by w.id
    )
    insert into listing_changes (listing_id, at, kind, source, "before", "after")
    select w.id, ${now}, 'changed', 'rule', jsonb_build_object('price_minor', w.old_minor),
      jsonb_build_object('price_minor', w.minor)
    from written w`.execute(tx)
}
