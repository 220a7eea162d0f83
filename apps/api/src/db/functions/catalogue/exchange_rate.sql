-- Equals `crossRate` in packages/domain/src/money/exchange.ts with the rates of `readRatesOn`. Uses each currency's
-- latest rate on or before a day, unless it is `rateIgnoredAfterDays` (30) or more days older than the newest rate of any
-- currency on or before that day. The result has the date of the older rate. No row: no rate.
create or replace function exchange_rate(
  p_from_currency text, p_to_currency text, p_day date, out rate numeric, out rate_date date)
  language sql stable as $$
  with legs as (
    select case when p_from_currency = 'EUR' then 1 else source.rate end as source_rate,
      case when p_to_currency = 'EUR' then 1 else target.rate end as target_rate,
      coalesce(least(source.rate_date, target.rate_date), newest.day) as day
    from (select max(e.rate_date) as day from exchange_rates e where e.rate_date <= p_day) newest
    left join lateral (
      select e.rate, e.rate_date from exchange_rates e
      where e.currency = p_from_currency and e.rate_date <= p_day and e.rate_date > newest.day - 30
      order by e.rate_date desc limit 1
    ) source on true
    left join lateral (
      select e.rate, e.rate_date from exchange_rates e
      where e.currency = p_to_currency and e.rate_date <= p_day and e.rate_date > newest.day - 30
      order by e.rate_date desc limit 1
    ) target on true
    where newest.day is not null
  )
  -- Rounds half up to ten decimals. Rates have at most eight, so `div` gets integers and the result is exact.
  select div(legs.target_rate * 2e18 + legs.source_rate * 1e8, legs.source_rate * 2e8) * 0.0000000001, legs.day
  from legs where legs.source_rate is not null and legs.target_rate is not null
$$;
