-- What a seller could owe, in one currency: tickets on sale at their prices, and sold tickets that are not delivered yet,
-- whose lines have the state `confirmed`. `undelivered`: the number of these lines. An amount in a currency without a rate
-- is added as if the rate were 1, so that it does not escape the limit.
create or replace function seller_exposure(
  p_team_id text, p_currency text, p_now timestamptz,
  out exposure_minor bigint, out undelivered integer)
  language sql stable as $$
  with live as (
    select l.currency, sum(l.price_minor * (l.quantity - l.sold)) as minor
    from listings l join catalogue_events e on e.id = l.event_id
    where l.seller_team_id = p_team_id and l.status = 'active' and e.starts_at > p_now group by l.currency
  ), owed as (
    select n.seller_currency as currency, sum(n.seller_price_minor * n.quantity) as minor, count(*) as lines
    from order_lines n where n.seller_team_id = p_team_id and n.state = 'confirmed' group by n.seller_currency
  ), totals as (
    select a.currency, sum(a.minor) as minor from (
      select currency, minor from live union all select currency, minor from owed) a group by a.currency
  )
  select coalesce((
      select sum(case when t.currency = p_currency or p_currency is null then t.minor
        else round(t.minor * coalesce(r.rate, 1)) end)
      from totals t left join lateral exchange_rate(t.currency, p_currency, (p_now at time zone 'utc')::date) r
        on t.currency <> p_currency), 0)::bigint,
    coalesce((select sum(lines) from owed), 0)::integer
$$;
