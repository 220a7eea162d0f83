-- The lowest counted price of an event. Prices in several currencies are compared at the latest reference rates; a price
-- without a rate counts only when no other is available.
create or replace function cheapest_listing(p_event_id integer) returns table (price_minor bigint, currency text)
  language sql stable as $$
  select lowest.price_minor, lowest.currency
  from (
    select c.currency, min(c.price_minor) as price_minor from counted_listings c
    where c.event_id = p_event_id and c.available > 0 group by c.currency
  ) lowest
  left join lateral (
    select e.rate from exchange_rates e where e.currency = lowest.currency order by e.rate_date desc limit 1
  ) latest on true
  order by lowest.price_minor / case when lowest.currency = 'EUR' then 1 else latest.rate end nulls last,
    lowest.currency
  limit 1
$$;
