-- The lines of the requests that are not in `p_handled_requests`, each with the code of the error that rejects it, or null
-- if it may be released.
-- `free`: the free tickets of the listing, counted as if the request's earlier lines had been released; those of this hold are
-- not free. Null for the release of a whole hold.
-- `quantity_limit` applies without `shown_quantity`: what buyers see limits a new purchase, not tickets that a team already
-- holds.
-- `is_listing_shared`: a partial release while another request of the call concerns the same listing, so that what may
-- remain depends on which runs first.
create or replace function evaluate_releases(
  p_team_ids text[], p_line_requests integer[], p_hold_ids text[], p_quantities integer[], p_handled_requests integer[],
  p_as_of timestamptz)
  returns table (request integer, hold_id text, quantity integer, held integer, split_type text, quantity_limit integer,
    multiple_sale_unit integer, free integer, is_listing_shared boolean, code text)
  language sql stable as $$
  with line as (
    select requested.*, coalesce(requested.quantity <> h.quantity, false) as is_partial, h.listing_id,
      h.quantity as held, h.state, h.reserved_until <= p_as_of as is_expired, l.split_type, l.quantity_limit,
      l.multiple_sale_unit, l.split_quantities
    from unnest(p_line_requests, p_hold_ids, p_quantities) as requested (request, hold_id, quantity)
    -- Another team's hold is treated like one that does not exist.
    left join holds h on h.id = requested.hold_id and h.team_id = p_team_ids[requested.request]
    left join listings l on l.id = h.listing_id
    where requested.request <> all(p_handled_requests)
  ), counted as (
    select line.*, (a.free + coalesce(sum(line.quantity) over earlier, 0))::integer as free,
      is_partial and exists (
        select from unnest(p_line_requests, p_hold_ids) as other (request, hold_id) join holds h on h.id = other.hold_id
        where h.listing_id = line.listing_id and other.request <> line.request) as is_listing_shared
    from line
    left join lateral (
      select a.free from listing_stock(array[line.listing_id], p_as_of) a where line.is_partial
    ) a on true
    window earlier as (partition by line.request, line.listing_id order by line.hold_id collate "C"
      rows between unbounded preceding and 1 preceding)
  )
  select c.request, c.hold_id, c.quantity, c.held, c.split_type, c.quantity_limit, c.multiple_sale_unit, c.free,
    c.is_listing_shared,
    case
      when c.listing_id is null then 'hold.not_found'
      when c.state = 'paying' then 'hold.paying'
      when c.state <> 'active' or c.is_expired then 'hold.ended'
      when c.quantity > c.held then 'hold.too_many'
      when c.quantity < c.held and (not split_rule_allows_release(c.split_type, c.free, c.quantity_limit,
        c.multiple_sale_unit, c.held, c.quantity) or c.held - c.quantity <> all(c.split_quantities))
        then 'hold.part_not_allowed'
    end
  from counted c
$$;
