-- The quantities of one listing that can be bought now. Equals `splits` in the feed.
create or replace function sellable_quantities(p_listing_id text, p_as_of timestamptz) returns integer[] language sql stable as $$
  select coalesce(array_agg(part order by part), '{}')
  from listing_stock(array[p_listing_id], p_as_of) s
  join listings l on l.id = s.listing_id
  cross join lateral unnest(split_rule_quantities(
    l.split_type, s.free, least(l.quantity_limit, l.shown_quantity), l.multiple_sale_unit)) part
  where l.split_quantities is null or part = any(l.split_quantities)
$$;
