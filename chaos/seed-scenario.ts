import type pg from 'pg'

/** Adds a plan with the blocks of the seeded listings: a listing can be relisted only if the venue has its block. */
export async function seedSeatingPlan(client: pg.Client): Promise<void> {
  await client.query(`
    insert into seating_plans (venue_id, is_schematic, plan)
    select v.id, true, jsonb_build_object(
      'categories', (select jsonb_agg(jsonb_build_object('key', c.name, 'name', c.name)) from seating_categories c
        where c.venue_id = v.id),
      'blocks', (select jsonb_agg(jsonb_build_object('name', b.section, 'category', b.category)) from (
        select l.section, min(c.name) as category from listings l join seating_categories c on c.id = l.category_id
        group by l.section) b))
    from venues v`)
}

/**
 * Holds every third listing until a seeded time within the first minute, so that time alone changes cached snapshots.
 */
export async function seedExpiringHolds(client: pg.Client, seed: string): Promise<void> {
  await client.query(
    `with chosen as (
      select l.*, row_number() over (order by l.id) as nr,
        ('x' || left(md5($1 || l.id), 7))::bit(28)::integer % 60000 as ends_in_ms
      from listings l
    )
    insert into holds (id, team_id, created_by, listing_id, event_id, quantity, state, seller_price_minor, seller_currency,
      ticket_price_minor, buyer_currency, rate, fee_bp, expires_at, reserved_until)
    select 'hld_before' || nr, 'tm_' || nr % 24, 'usr_' || nr % 24, id, event_id, 2, 'active', price_minor, currency,
      price_minor, currency, 1, 500, ends, ends
    from chosen cross join lateral (
      select clock_timestamp() + interval '3 seconds' + make_interval(secs => ends_in_ms / 1000.0)) e (ends)
    where nr % 3 = 0`,
    [seed],
  )
}
