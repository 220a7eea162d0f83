-- Rates from every currency with a recent rate to these, where the two differ. For queries that convert many prices.
create or replace function exchange_rates_to(p_targets text[], p_as_of timestamptz)
  returns table (source text, target text, rate numeric) language sql stable as $$
  select source.currency, target.currency, r.rate
  from (select 'EUR' as currency union select r.currency from exchange_rates r
    where r.rate_date > (select max(n.rate_date) from exchange_rates n) - 30) source
  cross join unnest(p_targets) target (currency)
  cross join lateral exchange_rate_at(source.currency, target.currency, p_as_of) r
  where source.currency <> target.currency
$$;
