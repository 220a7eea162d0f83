-- How these listings compare with comparable_listings of other sellers that any buyer can see and that sell a quantity which
-- they sell, too. Prices are converted to the listing's currency. With `p_prices`, in the order of the ids, each is ranked as
-- if it had that price and were published; otherwise an unpublished listing has no rank. No row: sold out, or its event is
-- not on sale. The planner settings below: comparable listings are always looked up by event and section. `offset 0` counts
-- the holds of a listing once, though two expressions use their sum.
create or replace function comparable_prices_at(p_listing_ids text[], p_prices bigint[], p_as_of timestamptz)
  returns table (listing_id text, lowest_minor bigint, rank integer, compared integer)
  language plpgsql stable
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  return query
    with mine as materialized (
      select l.id, l.event_id, l.seller_team_id, l.section, l.category_id, l.general_admission, l.currency,
        coalesce(asked.price_minor, l.price_minor) as price_minor, row_position(l."row") as place,
        asked.price_minor is not null or l.status = 'active' and stock.free > 0 as has_rank,
        allowed_quantity_bits(l.split_type, stock.free, least(l.quantity_limit, l.shown_quantity), l.multiple_sale_unit,
          l.split_quantities) as quantities
      from unnest(p_listing_ids, p_prices) as asked (id, price_minor)
      join listings l on l.id = asked.id
      join catalogue_events e on e.id = l.event_id
      cross join lateral (select l.quantity - l.sold
        - own_hold_quantity(l.own_hold_quantity, l.own_hold_until, p_as_of) - coalesce((select sum(h.quantity) from holds h
        where h.listing_id = l.id and hold_is_open(h.is_open, h.reserved_until, p_as_of)), 0)::integer as free offset 0) stock
      where l.quantity > l.sold and event_blocker(e.status, e.starts_at, p_as_of) is null
    ), rate as materialized (
      select * from exchange_rates_to(array(select distinct currency from mine), p_as_of)
    )
    select m.id, min(other.minor),
      case when m.has_rank then 1 + count(*) filter (where other.minor < m.price_minor) end::integer,
      (count(other.minor) + m.has_rank::integer)::integer
    from mine m
    left join lateral (
      select case when o.currency = m.currency then o.price_minor
        else (select round(o.price_minor * r.rate) from rate r where r.source = o.currency and r.target = m.currency)::bigint
        end as minor
      from comparable_listings(m.event_id, m.section, m.category_id, m.general_admission, m.place) o
      cross join lateral (select o.quantity - o.sold
        - own_hold_quantity(o.own_hold_quantity, o.own_hold_until, p_as_of) - coalesce((select sum(h.quantity) from holds h
        where h.listing_id = o.id and hold_is_open(h.is_open, h.reserved_until, p_as_of)), 0)::integer as free offset 0) stock
      where o.seller_team_id <> m.seller_team_id and stock.free > 0
        and allowed_quantity_bits(o.split_type, stock.free, least(o.quantity_limit, o.shown_quantity), o.multiple_sale_unit,
          o.split_quantities) & m.quantities <> 0
    ) other on true
    group by m.id, m.has_rank;
end $$;
