-- Invariant: a currency's rate is its own newest that is not of the future. One that is 30 days older than the newest of
-- all is quoted no more and counts as none (`quotedWithinDays` of packages/domain/exchange.ts).

-- `crossRate` of the same file over the rates that `readRatesOn` of listings/rates.repo.ts reads. Its day is the older of
-- the two that it is made of.
create or replace function cross_rate(
    from_currency text, to_currency text, on_day date, out rate numeric, out rate_date date)
  language sql stable as $$
  with legs as (
    select case when from_currency = 'EUR' then 1 else f.rate end as f,
      case when to_currency = 'EUR' then 1 else t.rate end as t,
      coalesce(least(f.rate_date, t.rate_date), newest.day) as day
    from (select max(e.rate_date) as day from exchange_rates e where e.rate_date <= on_day) newest
    left join lateral (
      select e.rate, e.rate_date from exchange_rates e
      where e.currency = from_currency and e.rate_date <= on_day and e.rate_date > newest.day - 30
      order by e.rate_date desc limit 1
    ) f on true
    left join lateral (
      select e.rate, e.rate_date from exchange_rates e
      where e.currency = to_currency and e.rate_date <= on_day and e.rate_date > newest.day - 30
      order by e.rate_date desc limit 1
    ) t on true
    where newest.day is not null
  )
  -- Whole numbers throughout: a numeric quotient would be cut off before it is rounded.
  select div(t * 2e18 + f * 1e8, f * 2e8) * 0.0000000001, legs.day from legs where f is not null and t is not null
$$;
