import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'

/** A seating plan with the blocks of the seeded listings, which sellers' files and forms need. */
export async function drawPlans(client: pg.Client): Promise<void> {
  await client.query(
    `insert into seating_plans (venue_id, is_schematic, plan)
    select v.id, true, jsonb_build_object(
      'categories', jsonb_build_array(jsonb_build_object('key', 'lower', 'name', 'Lower tier')),
      'blocks', (select jsonb_agg(jsonb_build_object('id', 'Block ' || n, 'name', 'Block ' || n, 'level', '',
        'category', 'lower')) from generate_series(100, 140) n))
    from venues v on conflict do nothing`,
  )
}

export interface BenchSeller {
  /** From 0; owns the listings whose number in their event leaves it as remainder. */
  index: number
  token: string
}

/**
 * Teams that sell, with one session each, and their listings of all events. Every section has listings of each of them, so
 * that prices are compared.
 */
export async function seedSellers(
  client: pg.Client,
  { sellers, listingsPerEvent }: { sellers: number; listingsPerEvent: number },
): Promise<BenchSeller[]> {
  const selling = Array.from({ length: sellers }, (_, index) => ({
    index,
    token: randomBytes(32).toString('base64url'),
  }))
  await client.query(accounts, [
    selling.map(({ index }) => String(index)),
    selling.map(({ token }) => createHash('sha256').update(token).digest()),
  ])
  await client.query(listings, [listingsPerEvent, sellers])
  // As in a market that is in use: otherwise, the first change of each event would count all its listings.
  await client.query(
    `select count_events(array(select id from events where source_key like 'bench/%'), clock_timestamp())`,
  )
  await drawPlans(client)
  await client.query('vacuum analyze')
  return selling
}

const accounts = `
  with sellers as (
    select * from unnest($1::text[], $2::bytea[]) as b (name, token_hash)
  ), made_teams as (
    insert into teams (id, name, email, base_currency, can_sell)
    select 'tm_s' || name, 'Seller ' || name, 'team-s' || name || '@example.test', 'GBP', true from sellers
    returning id
  ), made_accounts as (
    insert into accounts (id, team_id, team_role, role, status, username, email, password_hash, first_name, last_name)
    select 'usr_s' || name, 'tm_s' || name, 'owner', 'seller', 'active', 'seller' || name,
      'seller' || name || '@example.test', 'none', 'Jo', 'Marsh' from sellers
    returning id
  )
  insert into sessions (id, account_id, token_hash)
  select 'ses_s' || name, 'usr_s' || name, token_hash from sellers`

const listings = `
  insert into listings (id, event_id, seller_team_id, category_id, section, "row", first_seat, last_seat, ticket_type,
    split_type, quantity, price_minor, currency, face_value_minor, in_hand_date, notes, is_demo, created_at)
  select 'lst_bench' || e.id || 'x' || n, e.id, 'tm_s' || n % $2::integer, c.id, 'Block ' || 100 + n / $2::integer % 40,
    (n % 30)::text, n * 4, n * 4 + 3, 'eTicket', 'No Preferences', 4, 5000 + n * 137 % 20000, 'GBP', 4500,
    current_date + 14, '[{"kind": "benefit", "text": "Padded seats"}]', true, clock_timestamp() - interval '3 days'
  from events e
  cross join generate_series(0, $1::integer - 1) n
  join seating_categories c on c.venue_id = e.venue_id and c.rank = 1 + n % 3
  where e.source_key like 'bench/%'`
