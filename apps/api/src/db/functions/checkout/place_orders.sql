-- Sells the holds of each authorised attempt and writes its order, if attempt, holds and sold quantities are as the caller has
-- read them and its seats are unsold; otherwise nothing of that order happens. Returns the number of each order, or null.
-- p_orders as in insert_orders; p_quote_ids has the quote of each order, or null; p_line_requests to p_seats have one element
-- per hold. Two orders of one call never share a quote, or a listing, because both would get the same seats. Lock order:
-- attempts, quotes, listings, each by id. Planner settings as in place_holds.
create or replace function place_orders(
  p_orders jsonb, p_attempt_ids text[], p_from_states text[], p_team_ids text[], p_quote_ids text[],
  p_line_requests integer[], p_hold_ids text[], p_listing_ids text[], p_revisions integer[], p_sold integer[],
  p_seats int4multirange[], p_lease_seconds integer)
  returns text[] language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  v_quote_ids text[] := array_remove(p_quote_ids, null);
  v_requests integer[];
  v_lines integer[];
  v_orders jsonb;
begin
  if cardinality(p_attempt_ids) > 1 then
    perform assert_distinct('listing', array(
      select line.listing_id from (
        select distinct * from unnest(p_line_requests, p_listing_ids) as line (request, listing_id)) line));
    perform assert_distinct('quote', v_quote_ids);
  end if;
  perform from checkout_attempts a where a.id = any(p_attempt_ids) order by a.id collate "C" for no key update;
  if v_quote_ids <> '{}' then
    perform from quotes q where q.id = any(v_quote_ids) order by q.id collate "C" for no key update;
  end if;
  perform from listings l where l.id = any(p_listing_ids) order by l.id collate "C" for no key update;
  v_requests := sellable_requests(p_attempt_ids, p_from_states, p_line_requests, p_hold_ids, p_revisions, p_sold,
    clock_timestamp());
  -- The same quantity can be sold of other seats, if some were put back on sale meanwhile.
  v_requests := array(
    select open.request from unnest(v_requests) as open (request)
    where not exists (
      select from unnest(p_line_requests, p_listing_ids, p_seats) as line (request, listing_id, seats)
      join listings l on l.id = line.listing_id
      where line.request = open.request and l.sold_seats && line.seats)
    order by open.request);
  if v_requests = '{}' then
    return '{}';
  end if;

  v_lines := array(select n from generate_subscripts(p_hold_ids, 1) n where p_line_requests[n] = any(v_requests));
  v_orders := (
    select jsonb_agg(p_orders -> (request - 1) || jsonb_build_object('number', nextval('order_numbers')::text))
    from unnest(v_requests) request);
  perform insert_orders(v_orders);
  if v_quote_ids <> '{}' then
    perform mark_quotes_ordered(v_orders);
  end if;
  perform change_hold_states(array(select p_hold_ids[n] from unnest(v_lines) n),
    array(select p_attempt_ids[p_line_requests[n]] from unnest(v_lines) n), 'sold', 'hold.sold', 'sell',
    array(select p_seats[n] from unnest(v_lines) n));
  perform start_captures(array(select p_attempt_ids[request] from unnest(v_requests) request),
    array(select p_team_ids[request] from unnest(v_requests) request), p_lease_seconds);
  return array(
    select v_orders -> (array_position(v_requests, request) - 1) ->> 'number'
    from generate_subscripts(p_attempt_ids, 1) request);
end $$;
