-- How these listings compare at their own prices.
create or replace function comparable_prices(p_listing_ids text[], p_as_of timestamptz)
  returns table (listing_id text, lowest_minor bigint, rank integer, compared integer)
  language plpgsql stable as $$
begin
  return query select * from comparable_prices_at(p_listing_ids, null, p_as_of);
end $$;
