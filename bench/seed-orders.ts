import pg from 'pg'

/** The oldest order of a team and its number of orders. */
export interface TeamOrders {
  team_id: string
  number: string
  id: string
  count: number
}

/**
 * Seeds a year of orders: most delivered, some cancelled, a third with two lines, every twelfth for two events. One
 * team has `largestTeamTenths` tenths of them.
 */
export async function seedOrders(
  databaseUrl: string,
  orders: number,
  largestTeamTenths: number,
): Promise<TeamOrders[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(plannedOrders, [orders, largestTeamTenths])
    for (const statement of ordersOfTeams) await client.query(statement, [orders])
    await client.query('vacuum analyze')
    const { rows } = await client.query<TeamOrders>(`
      select distinct on (team_id) team_id, number, id, (count(*) over (partition by team_id))::int as count from orders
      order by team_id, placed_at`)
    return rows
  } finally {
    await client.end()
  }
}

const plannedOrders = `create temporary table planned_orders as
  select n, case when n % 10 < $2::integer then '0' else (1 + n % 63)::text end as team,
    case n / 10 % 20 when 0 then 'cancelled' when 1 then 'confirmed' when 2 then 'confirmed' else 'delivered' end as state,
    now() - make_interval(mins => n * 5) as placed_at
  from generate_series(1, $1::integer) n`

// Inserted in their final state, so no triggers move lines.
const ordersOfTeams = [
  `create temporary table planned_lines as
    select o.*, part, l.id as listing_id, l.event_id, l.price_minor, l.seller_team_id, l.section, l.in_hand_date,
      e.title, e.slug, e.local_at, v.name as venue, v.city
    from planned_orders o
    cross join lateral generate_series(1, case when n % 3 = 0 then 2 else 1 end) part
    join (select *, row_number() over (order by id) as place from listings) l
      on l.place = 1 + (n + case when part = 2 and n / 10 % 4 = 3 then 700 else 0 end) % 4000
    join events e on e.id = l.event_id join venues v on v.id = e.venue_id
    where $1::integer > 0`,
  `insert into checkout_attempts (id, team_id, account_id, state, gateway, gateway_payment_id, card_token, amount_minor, tickets_minor,
      fee_minor, currency, email, phone, holds_extended_until)
    select 'att_' || n, 'tm_' || team, 'usr_' || team, 'confirmed', 'sandbox', 'pi_' || n, 'pm_card_visa',
      sum(price_minor) * 2, sum(price_minor) * 2, 0, 'GBP', 'jo@example.test', '02079460000', now()
    from planned_lines where $1::integer > 0 group by n, team`,
  `insert into holds (id, team_id, created_by, listing_id, event_id, quantity, state, seller_price_minor, seller_currency,
      ticket_price_minor, buyer_currency, rate, fee_bp, attempt_id, expires_at, reserved_until)
    select 'hld_' || n || 'x' || part, 'tm_' || team, 'usr_' || team, listing_id, event_id, 2, 'sold', price_minor, 'GBP',
      price_minor, 'GBP', 1, 0, 'att_' || n, placed_at, placed_at
    from planned_lines where $1::integer > 0`,
  `insert into orders (id, number, team_id, account_id, attempt_id, tickets_minor, fee_minor, total_minor, currency, email,
      phone, card_brand, card_last4, gateway, gateway_payment_id, state, search_text, event_days, placed_at)
    select 'ord_' || n, number, 'tm_' || team, 'usr_' || team, 'att_' || n, minor, 0, minor, 'GBP', 'jo@example.test',
      '02079460000', 'visa', '4242', 'sandbox', 'pi_' || n, state, concat_ws(E'\\n', number, words), days, placed_at
    from (
      select *, nextval('order_numbers')::text as number
      from (
        select n, team, state, placed_at, sum(price_minor) * 2 as minor, array_agg(distinct local_at::date) as days,
          string_agg(distinct lower(concat_ws(E'\\n', title, venue, city, 'Lower tier', section)), E'\\n') as words
        from planned_lines where $1::integer > 0 group by n, team, state, placed_at order by placed_at
      ) laid
    ) placed`,
  `insert into order_lines (id, order_id, seller_team_id, listing_id, hold_id, event_id, quantity, price_minor, fee_minor,
      currency, seller_price_minor, seller_currency, state, snapshot)
    select 'oln_' || n || 'x' || part, 'ord_' || n, seller_team_id, listing_id, 'hld_' || n || 'x' || part, event_id, 2,
      price_minor, 0, 'GBP', price_minor, 'GBP', state,
      jsonb_build_object('eventTitle', title, 'eventSlug', slug, 'eventLocalAt', to_char(local_at, 'YYYY-MM-DD"T"HH24:MI'),
        'timeZone', 'Europe/London', 'timeConfirmed', true, 'venueName', venue, 'city', city, 'categoryName', 'Lower tier',
        'section', section, 'row', '7', 'seats', '[]'::jsonb, 'seatsHidden', false, 'deliveryType', 'eTicket',
        'inHandDate', in_hand_date, 'sellerName', 'Kop Stock')
    from planned_lines where $1::integer > 0`,
  `insert into order_line_transitions (line_id, from_state, to_state, actor, reason)
    select id, 'confirmed', state, 'checkout', 'paid' from order_lines where state <> 'confirmed' and $1::integer > 0`,
  `insert into tickets (id, line_id, kind, reference, delivered_by)
    select 'tkt_' || id, id, 'transfer', 'TR-1', 'operator' from order_lines where state = 'delivered' and $1::integer > 0`,
]
