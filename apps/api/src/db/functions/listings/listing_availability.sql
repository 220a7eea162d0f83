-- How many tickets of each listing buyers see.
create or replace function listing_availability(p_listing_ids text[], p_as_of timestamptz)
  returns table (listing_id text, available integer)
  language sql stable as $$
  select s.listing_id, s.available from listing_stock(p_listing_ids, p_as_of) s
$$;
