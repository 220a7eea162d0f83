-- Invariant: what was bought for a quote costs in the quote's currency what it cost on the day of its order, whatever the rates are later.
-- What one unit of the order's currency was worth in the quote's; null where there was no rate for it.
alter table quote_orders add column rate numeric check (rate > 0);
update quote_orders x set rate = case when o.currency = q.currency then 1
  else (select c.rate from cross_rate(o.currency, q.currency, (o.placed_at at time zone 'UTC')::date) c) end
from orders o, quotes q where o.id = x.order_id and q.id = x.quote_id;

-- For the quotes, which know nothing else of orders.
create function names_of_orders(ids text[]) returns table (order_id text, number text, placed_at timestamptz)
  language sql stable as $$
  select o.id, o.number, o.placed_at from orders o where o.id = any(ids)
$$;
create function lines_of_orders(ids text[])
  returns table (line_id text, order_id text, listing_id text, quantity integer, price_minor bigint, currency text, state text)
  language sql stable as $$
  select l.id, l.order_id, l.listing_id, l.quantity, l.price_minor, l.currency, l.state
  from order_lines l where l.order_id = any(ids)
$$;
