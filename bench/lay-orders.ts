import pg from 'pg'

/** The oldest order of a team. */
export interface Known {
  team_id: string
  number: string
  id: string
}

/** Orders as a year of trade leaves them: most are delivered, some cancelled, a third has two lines. A tenth is one team's. */
export async function layOrders(databaseUrl: string, orders: number): Promise<Known[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const statement of ordersOfTeams) await client.query(statement, [orders])
    await client.query('vacuum analyze')
    const { rows } = await client.query<Known>(`
      select distinct on (team_id) team_id, number, id from orders
      order by team_id, placed_at`)
    return rows
  } finally {
    await client.end()
  }
}

// Written as they stand in the end: no line of them moves.
const ordersOfTeams = [
  `create temporary table wanted as
    select n, case when n % 10 = 0 then '0' else (1 + n % 63)::text end as team, l.id as listing_id, l.event_id, l.price_minor,
      l.seller_team_id, lines.count as lines,
      case when n % 20 = 0 then 'cancelled' when n % 4 = 0 then 'confirmed' else 'fulfilled' end as state,
      now() - make_interval(mins => n * 5) as placed_at
    from generate_series(1, $1::integer) n
    cross join lateral (select 1 + (n % 3 = 0)::integer as count) lines
    join (select *, row_number() over (order by id) as place from listings) l on l.place = 1 + n % 4000`,
  `insert into checkout_attempts (id, team_id, account_id, state, gateway, intent_id, card_token, amount_minor, tickets_minor,
      fee_minor, currency, email, phone, lease_until)
    select 'att_' || n, 'tm_' || team, 'usr_' || team, 'confirmed', 'sandbox', 'pi_' || n, 'pm_card_visa',
      price_minor * 2 * lines, price_minor * 2 * lines, 0, 'GBP', 'jo@example.test', '02079460000', now()
    from wanted where $1::integer > 0`,
  `insert into holds (id, team_id, created_by, listing_id, event_id, quantity, state, seller_minor, seller_currency,
      buyer_minor, buyer_currency, rate, fee_bp, attempt_id, expires_at, reserved_until)
    select 'hld_' || n || 'x' || part, 'tm_' || team, 'usr_' || team, listing_id, event_id, 2, 'sold', price_minor, 'GBP',
      price_minor, 'GBP', 1, 0, 'att_' || n, placed_at, placed_at
    from wanted cross join lateral generate_series(1, lines) part where $1::integer > 0`,
  `insert into orders (id, number, team_id, account_id, attempt_id, tickets_minor, fee_minor, total_minor, currency, email,
      phone, card_brand, card_last4, gateway, intent_id, state, search_text, event_days, placed_at)
    select 'ord_' || n, nextval('order_numbers'), 'tm_' || team, 'usr_' || team, 'att_' || n, w.price_minor * 2 * w.lines, 0,
      w.price_minor * 2 * w.lines, 'GBP', 'jo@example.test', '02079460000', 'visa', '4242', 'sandbox', 'pi_' || n, w.state,
      100000 + n || E'\\n' || lower(concat_ws(E'\\n', e.title, v.name, v.city, 'Lower tier', l.section)),
      array[e.local_at::date], w.placed_at
    from wanted w join events e on e.id = w.event_id join venues v on v.id = e.venue_id join listings l on l.id = w.listing_id
    where $1::integer > 0`,
  `insert into order_lines (id, order_id, seller_team_id, listing_id, hold_id, event_id, quantity, price_minor, fee_minor,
      currency, seller_price_minor, seller_currency, state, facts)
    select 'oln_' || n || 'x' || part, 'ord_' || n, w.seller_team_id, w.listing_id, 'hld_' || n || 'x' || part, w.event_id, 2,
      w.price_minor, 0, 'GBP', w.price_minor, 'GBP', w.state,
      jsonb_build_object('eventTitle', e.title, 'eventSlug', e.slug, 'eventLocalAt',
        to_char(e.local_at, 'YYYY-MM-DD"T"HH24:MI'), 'timeZone', e.timezone, 'timeConfirmed', true, 'venueName', v.name,
        'city', v.city, 'categoryName', 'Lower tier', 'section', l.section, 'row', l."row", 'seats', '[]'::jsonb,
        'seatsHidden', false, 'ticketType', 'eTicket', 'inHandDate', l.in_hand_date, 'sellerName', 'Kop Stock')
    from wanted w cross join lateral generate_series(1, w.lines) part
    join events e on e.id = w.event_id join venues v on v.id = e.venue_id join listings l on l.id = w.listing_id
    where $1::integer > 0`,
  `insert into order_line_transitions (line_id, from_state, to_state, actor, reason)
    select l.id, case step when 1 then null else 'confirmed' end, case step when 1 then 'confirmed' else l.state end,
      'checkout', 'paid'
    from order_lines l cross join generate_series(1, 2) step
    where (step = 1 or l.state <> 'confirmed') and $1::integer > 0`,
  `insert into tickets (id, line_id, kind, reference, delivered_by)
    select 'tkt_' || id, id, 'transfer', 'TR-1', 'operator' from order_lines where state = 'fulfilled' and $1::integer > 0`,
]
