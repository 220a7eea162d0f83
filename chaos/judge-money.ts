import type pg from 'pg'
import type { Db } from '../apps/api/src/db/client.ts'
import { readImbalances } from '../apps/api/src/modules/ledger/index.ts'

/**
 * What is wrong between our books, the payment provider's and the stock, in words; empty where all agree to the cent: no
 * charge without an order or a refund, no order without a charge, no ticket and no seat twice (product.md §6). To be asked
 * when nothing is under way any more.
 */
export async function judgeMoney({ db, pool }: { db: Db; pool: pg.Pool }): Promise<string[]> {
  const { rows } = await pool.query<{ problem: string }>(`
    with lines as (
      -- Cancelled, a line may keep its tickets from being sold again: what became of its hold says so.
      select l.*, o.attempt_id, h.state as hold_state
      from order_lines l join orders o on o.id = l.order_id join holds h on h.id = l.hold_id
    ), payments as (
      select i.*, i.metadata ->> 'attempt_id' as attempt_id from sandbox.intents i
    ), paid_back as (
      -- What the provider has paid back for cancelled lines, and its bank has kept.
      select order_id, sum(amount_minor) as minor from order_refunds
      where state = 'succeeded' and paid_otherwise is null group by order_id
    ), live as (
      select listing_id, sum(quantity) as quantity from holds
      where state in ('active', 'paying') and reserved_until > clock_timestamp() group by listing_id
    ), sales as (
      select listing_id, sum(quantity) as quantity from lines where hold_state = 'sold' group by listing_id
    )
    select 'attempt ' || id || ' is still ' || state as problem from checkout_attempts
    where state not in ('confirmed', 'declined', 'refunded', 'cancelled')
    union all
    select 'hold ' || id || ' is still being paid' from holds where state = 'paying'
    union all
    select 'attempt ' || a.id || ' is confirmed without an order' from checkout_attempts a
    where a.state = 'confirmed' and not exists (select from orders o where o.attempt_id = a.id)
    union all
    select 'order ' || o.number || ' stands, its attempt is ' || a.state from orders o
    join checkout_attempts a on a.id = o.attempt_id where o.state <> 'cancelled' and a.state <> 'confirmed'
    union all
    select 'order ' || o.number || ' over ' || o.total_minor || ' has no charge of that, ' || coalesce(b.minor, 0) || ' paid back'
    from orders o join checkout_attempts a on a.id = o.attempt_id left join paid_back b on b.order_id = o.id
    where a.state = 'confirmed' and not exists (
      select from payments p where p.attempt_id = o.attempt_id and p.status = 'succeeded' and upper(p.currency) = o.currency
        and p.amount_received = o.total_minor and p.amount_refunded = coalesce(b.minor, 0))
    union all
    select 'attempt ' || attempt_id || ' was charged ' || count(*) || ' times' from payments
    where status = 'succeeded' and amount_refunded < amount_received group by attempt_id having count(*) > 1
    union all
    select 'payment ' || p.id || ' was charged without an order' from payments p
    where p.status = 'succeeded' and p.amount_refunded < p.amount_received and not exists (
      select from orders o join checkout_attempts a on a.id = o.attempt_id
      where o.attempt_id = p.attempt_id and a.state = 'confirmed')
    union all
    select 'refund ' || id || ' is still owed' from order_refunds where state = 'pending'
    union all
    select 'dispute ' || d.id || ' is ' || d.status || ' at the provider and ' || coalesce(k.state, 'unknown') || ' here'
    from sandbox.disputes d left join payment_disputes k on k.dispute_id = d.id
    where coalesce(k.state, '') <> case d.status when 'needs_response' then 'open' else d.status end
    union all
    select 'payment ' || id || ' keeps money set apart' from payments where status = 'requires_capture'
    union all
    select 'listing ' || l.id || ': ' || l.sold || ' are counted as sold, ' || coalesce(s.quantity, 0) || ' were'
    from listings l left join sales s on s.listing_id = l.id where l.sold <> coalesce(s.quantity, 0)
    union all
    select 'listing ' || l.id || ' has ' || l.quantity || ' tickets, ' || l.sold || ' sold and ' || v.quantity || ' held'
    from listings l join live v on v.listing_id = l.id where l.sold + v.quantity > l.quantity
    union all
    select 'seat ' || seat || ' of listing ' || listing_id || ' was sold ' || count(*) || ' times'
    from lines cross join lateral jsonb_array_elements_text(facts -> 'seats') seat
    where hold_state = 'sold' group by listing_id, seat having count(*) > 1
    union all
    select 'the ledger has ' || coalesce(l.minor, 0) || ' ' || coalesce(l.currency, g.currency)
      || ' at the provider, the provider ' || coalesce(g.minor, 0)
    from (select currency, sum(amount_minor) as minor from ledger_entries where account = 'gateway' group by currency) l
    full join (
      select upper(p.currency) as currency, sum(p.amount_received - p.amount_refunded - coalesce(d.amount, 0)) as minor
      from payments p left join sandbox.disputes d on d.intent_id = p.id and d.status <> 'won'
      group by upper(p.currency)
    ) g on g.currency = l.currency
    where coalesce(l.minor, 0) <> coalesce(g.minor, 0)`)
  return [...rows.map(({ problem }) => problem), ...(await readImbalances(db))]
}
