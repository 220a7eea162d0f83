-- The exchange rate at a time, and 1 within a currency.
create or replace function exchange_rate_at(
  p_from_currency text, p_to_currency text, p_as_of timestamptz, out rate numeric, out rate_date date)
  language plpgsql stable as $$
begin
  if p_from_currency = p_to_currency then
    rate := 1;
  else
    select r.* into rate, rate_date from exchange_rate(p_from_currency, p_to_currency, utc_day(p_as_of)) r;
  end if;
end $$;
