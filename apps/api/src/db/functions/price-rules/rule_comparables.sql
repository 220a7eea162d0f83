-- The comparables of these listings, as price rules use them. The conditions of comparable_prices_at and further ones, so
-- that a few listings of other sellers cannot steer the rules. A comparable
--   has at least two tickets; those in buyers' holds count, those that its seller keeps back do not
--   has been on sale for 30 minutes, and is not of `p_excluded_teams`
--   is the lowest listing of its seller
--   is no outlier: its price differs by at most `p_outlier_bp` from the median of three or more sellers
-- `compared`: how many there are. `seen`: the 20 lowest, and up to five outliers, as [listing id, price, is outlier].
create or replace function rule_comparables(
  p_listing_ids text[], p_excluded_teams text[], p_outlier_bp integer, p_as_of timestamptz)
  returns table (listing_id text, compared integer, seen jsonb)
  language plpgsql stable
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  v_latest_start constant timestamptz := p_as_of - interval '30 minutes';
begin
  return query
    with mine as materialized (
      select l.id, l.event_id, l.section, l.category_id, l.general_admission, l.currency, row_position(l."row") as row_position,
        allowed_quantity_bits(l.split_type, l.quantity - l.sold, least(l.quantity_limit, l.shown_quantity), l.multiple_sale_unit,
          l.split_quantities) as quantities
      from listings l where l.id = any(p_listing_ids)
    ), rate as materialized (
      select * from exchange_rates_to(array(select distinct currency from mine), p_as_of)
    ), found as materialized (
      select distinct on (m.id, other.seller_team_id) m.id, other.id as other_id, other.minor
      from mine m
      cross join lateral (
        select o.id, o.seller_team_id, case when o.currency = m.currency then o.price_minor
          else (select round(o.price_minor * r.rate) from rate r where r.source = o.currency and r.target = m.currency)::bigint
          end as minor
        from comparable_listings(m.event_id, m.section, m.category_id, m.general_admission, m.row_position) o
        cross join lateral (
          select o.quantity - o.sold - own_hold_quantity(o.own_hold_quantity, o.own_hold_until, p_as_of) as quantity
        ) offered
        where o.seller_team_id <> all(p_excluded_teams) and offered.quantity >= 2
          and allowed_quantity_bits(o.split_type, offered.quantity, least(o.quantity_limit, o.shown_quantity),
            o.multiple_sale_unit, o.split_quantities) & m.quantities <> 0
          and o.created_at <= v_latest_start
          and (o.updated_at <= v_latest_start or not exists (
            select from listing_changes c where c.listing_id = o.id and c.at > v_latest_start
              and c.kind in ('created', 'published')))
      ) other
      where other.minor is not null
      order by m.id, other.seller_team_id, other.minor, other.id
    ), median as materialized (
      select f.id, count(*) as sellers, percentile_disc(0.5) within group (order by f.minor) as minor
      from found f group by f.id
    ), compared as (
      select f.*, d.sellers >= 3 and (f.minor * 10000 < d.minor * (10000 - p_outlier_bp)
        or f.minor * (10000 - p_outlier_bp) > d.minor * 10000) as is_outlier
      from found f join median d on d.id = f.id
    ), ranked as (
      select j.*, row_number() over (partition by j.id, j.is_outlier order by j.minor, j.other_id) as rank from compared j
    )
    select r.id, (count(*) filter (where not r.is_outlier))::integer,
      coalesce(jsonb_agg(jsonb_build_array(r.other_id, r.minor, r.is_outlier) order by r.minor, r.other_id)
        filter (where r.rank <= case when r.is_outlier then 5 else 20 end), '[]')
    from ranked r group by r.id;
end $$;
