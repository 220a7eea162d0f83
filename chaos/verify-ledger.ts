import type pg from 'pg'
import type { Db } from '../apps/api/src/db/client.ts'
import { readImbalances } from '../apps/api/src/modules/ledger/index.ts'
import type { Store } from '../apps/sandbox/src/store/store.ts'

/**
 * Differences between ledger, payment gateway and stock, or an empty list: no charge without an order or refund, no
 * order without a charge, no ticket or seat sold twice (product.md §6). Call it when nothing is pending.
 */
export async function verifyLedger({
  db,
  pool,
  store,
}: {
  db: Db
  pool: pg.Pool
  store: Store
}): Promise<string[]> {
  const payments = store.list(`select id, status, currency, amount_received, amount_refunded,
    json_extract(metadata, '$.attempt_id') as attempt_id from intents`)
  const disputes = store.list('select id, intent_id, status, amount from disputes')
  const { rows } = await pool.query<{ problem: string }>(
    `
    with lines as (
      -- The tickets of a cancelled line are still sold unless its hold was released to put them back on sale.
      select l.*, o.attempt_id, h.state as hold_state
      from order_lines l join orders o on o.id = l.order_id join holds h on h.id = l.hold_id
    ), payments as (
      select * from jsonb_to_recordset($1::jsonb) as p (id text, status text, currency text, amount_received bigint,
        amount_refunded bigint, attempt_id text)
    ), disputes as (
      select * from jsonb_to_recordset($2::jsonb) as d (id text, intent_id text, status text, amount bigint)
    ), refunded as (
      -- What the gateway has refunded for cancelled lines, without refunds that were paid manually.
      select order_id, sum(amount_minor) as minor from order_refunds
      where state = 'succeeded' and manual_payment_note is null group by order_id
    ), held as (
      select listing_id, sum(quantity) as quantity from holds
      where hold_is_open(is_open, reserved_until, clock_timestamp()) group by listing_id
    ), sales as (
      select listing_id, sum(quantity) as quantity from lines where hold_state = 'sold' group by listing_id
    )
    select 'attempt ' || id || ' is still ' || state as problem from checkout_attempts
    where is_open
    union all
    select 'hold ' || id || ' is still being paid' from holds where state = 'paying'
    union all
    select 'attempt ' || a.id || ' is confirmed without an order' from checkout_attempts a
    where a.state = 'confirmed' and not exists (select from orders o where o.attempt_id = a.id)
    union all
    select 'order ' || o.number || ' is active, its attempt is ' || a.state from orders o
    join checkout_attempts a on a.id = o.attempt_id where o.state <> 'cancelled' and a.state <> 'confirmed'
    union all
    select 'order ' || o.number || ' has no charge of its total ' || o.total_minor || ' with ' || coalesce(r.minor, 0) || ' refunded'
    from orders o join checkout_attempts a on a.id = o.attempt_id left join refunded r on r.order_id = o.id
    where a.state = 'confirmed' and not exists (
      select from payments p where p.attempt_id = o.attempt_id and p.status = 'succeeded' and upper(p.currency) = o.currency
        and p.amount_received = o.total_minor and p.amount_refunded = coalesce(r.minor, 0))
    union all
    select 'attempt ' || attempt_id || ' was charged ' || count(*) || ' times' from payments
    where status = 'succeeded' and amount_refunded < amount_received group by attempt_id having count(*) > 1
    union all
    select 'payment ' || p.id || ' was charged without an order' from payments p
    where p.status = 'succeeded' and p.amount_refunded < p.amount_received and not exists (
      select from orders o join checkout_attempts a on a.id = o.attempt_id
      where o.attempt_id = p.attempt_id and a.state = 'confirmed')
    union all
    select 'refund ' || id || ' is still pending' from order_refunds where state = 'pending'
    union all
    select 'dispute ' || d.id || ' is ' || d.status || ' at the gateway and ' || coalesce(known.state, 'unknown') || ' here'
    from disputes d left join payment_disputes known on known.dispute_id = d.id
    where coalesce(known.state, '') <> case d.status when 'needs_response' then 'open' else d.status end
    union all
    select 'payment ' || id || ' is authorised but was never captured' from payments where status = 'requires_capture'
    union all
    select 'listing ' || l.id || ': ' || l.sold || ' are counted as sold, ' || coalesce(sales.quantity, 0) || ' were'
    from listings l left join sales on sales.listing_id = l.id where l.sold <> coalesce(sales.quantity, 0)
    union all
    select 'listing ' || l.id || ' has ' || l.quantity || ' tickets, ' || l.sold || ' sold and ' || held.quantity || ' held'
    from listings l join held on held.listing_id = l.id where l.sold + held.quantity > l.quantity
    union all
    select 'seat ' || seat || ' of listing ' || listing_id || ' was sold ' || count(*) || ' times'
    from lines cross join lateral jsonb_array_elements_text(snapshot -> 'seats') seat
    where hold_state = 'sold' group by listing_id, seat having count(*) > 1
    union all
    select 'the ledger has ' || coalesce(l.minor, 0) || ' ' || coalesce(l.currency, g.currency)
      || ' at the gateway, the gateway ' || coalesce(g.minor, 0)
    from (select currency, sum(amount_minor) as minor from ledger_entries where account = 'gateway' group by currency) l
    full join (
      select upper(p.currency) as currency, sum(p.amount_received - p.amount_refunded - coalesce(d.amount, 0)) as minor
      from payments p left join disputes d on d.intent_id = p.id and d.status <> 'won'
      group by upper(p.currency)
    ) g on g.currency = l.currency
    where coalesce(l.minor, 0) <> coalesce(g.minor, 0)`,
    [JSON.stringify(payments), JSON.stringify(disputes)],
  )
  return [...rows.map(({ problem }) => problem), ...(await readImbalances(db))]
}
