-- Invariants: as in 0020-holds: sold + unexpired holds never exceed a listing's quantity, a team never holds more than
-- its cap, and a request is all or nothing.
--
-- Both functions now take the requests of many brokers at once. Each request is judged by itself and has an answer of its
-- own; what they share is the round trip, the statements and the commit, which cost more than a hold does. Statements of
-- one call do not see each other's requests, so no team and no listing may come twice in it: the caller keeps such
-- requests apart, and the functions raise where it did not. Locks in this order, so that no two calls wait for each
-- other: keys by team, teams, listings, each in id order.
drop function place_holds;
drop function release_holds;

create function assert_distinct(things text, ids text[]) returns void language plpgsql immutable as $$
begin
  if (select count(*) <> count(distinct id) from unnest(ids) id) then
    raise exception 'no % may come twice in one call', things;
  end if;
end $$;

-- Claims the keys that requests came with. Answers those that are not to be worked on: the repeats, with the first
-- answer, or {"key_reused": true}. A duplicate in flight waits here.
create function claim_idempotency_keys(p_route text, p_team_ids text[], p_keys text[], p_body_hashes bytea[])
  returns table (request integer, answer jsonb) language plpgsql as $$
#variable_conflict use_column
declare
  v_request record;
begin
  for v_request in
    select r.* from unnest(p_team_ids, p_keys, p_body_hashes) with ordinality as r (team_id, key, body_hash, request)
    where r.key is not null order by r.team_id collate "C"
  loop
    request := v_request.request;
    answer := claim_idempotency_key(v_request.team_id, p_route, v_request.key, v_request.body_hash);
    if answer is not null then
      return next;
    end if;
  end loop;
end $$;

-- Keeps the answer with the key; a null answer forgets the key, since nothing was done: it may be tried again.
create function settle_idempotency_key(of_team text, of_route text, of_key text, of_answer jsonb)
  returns void language plpgsql as $$
begin
  if of_answer is null then
    delete from idempotency_keys k where k.team_id = of_team and k.route = of_route and k.key = of_key;
  else
    update idempotency_keys k set answer = of_answer where k.team_id = of_team and k.route = of_route and k.key = of_key;
  end if;
end $$;

-- `cross_rate` of the day, and 1 within a currency.
create function rate_to_freeze(from_currency text, to_currency text, as_of timestamptz, out rate numeric, out rate_date date)
  language plpgsql stable as $$
begin
  if from_currency = to_currency then
    rate := 1;
  else
    select c.* into rate, rate_date from cross_rate(from_currency, to_currency, (as_of at time zone 'UTC')::date) c;
  end if;
end $$;

-- Holds, for each request, all of its lines or none. The arrays run side by side: p_team_ids to p_body_hashes have an
-- element for each request, p_line_requests to p_currencies one for each line, which names its request by number, from 1.
-- Answers each request by one of
--   {"holds": [{hold_id, listing_id, event_id, quantity, price_minor, currency, fee_bp, expires_at}]}
--   {"refused": [{listing_id, code, available, splits}]}     {"cap_left": n}
--   {"currency_unknown": code}     {"rate_stale": day}       {"key_reused": true}
-- p_max_rate_days null: a rate of any age will do. A null key: a repeat is a second request.
create function place_holds(
  p_team_ids text[], p_account_ids text[], p_keys text[], p_body_hashes bytea[],
  p_line_requests integer[], p_hold_ids text[], p_listing_ids text[], p_quantities integer[], p_quote_refs text[],
  p_currencies text[], p_cap integer, p_minutes integer, p_fee_bp integer, p_max_rate_days integer)
  returns table (request integer, answer jsonb) language plpgsql as $$
#variable_conflict use_column
declare
  v_done integer[] := '{}';
  v_now timestamptz;
  v_verdict record;
begin
  -- What many calls have no need of is not even asked: each statement has its price.
  if cardinality(p_listing_ids) > 1 then
    perform assert_distinct('team', p_team_ids), assert_distinct('listing', p_listing_ids);
  end if;
  if array_remove(p_keys, null) <> '{}' then
    for request, answer in select * from claim_idempotency_keys('holds.place', p_team_ids, p_keys, p_body_hashes) loop
      v_done := v_done || request;
      return next;
    end loop;
  end if;

  perform from teams t where t.id = any(p_team_ids) order by t.id collate "C" for no key update;
  perform from listings l where l.id = any(p_listing_ids) order by l.id collate "C" for no key update;
  -- Read after the waits, as are the sums below: a hold that lapsed meanwhile is free.
  v_now := clock_timestamp();
  for v_verdict in
    with line as (
      select w.*, l.id is not null as is_known, l.event_id, l.seller_team_id, l.split_type, l.quantity_limit,
        l.multiple_sale_unit, l.price_minor, l.currency as seller_currency, l.status, e.starts_at,
        e.status as event_status, a.available, r.rate, r.rate_date
      from unnest(p_line_requests, p_hold_ids, p_listing_ids, p_quantities, p_quote_refs, p_currencies)
        as w (request, hold_id, listing_id, quantity, quote_ref, currency)
      left join listings l on l.id = w.listing_id
      left join events e on e.id = l.event_id
      left join listing_availability(p_listing_ids, v_now) a on a.listing_id = w.listing_id
      left join lateral rate_to_freeze(l.currency, w.currency, v_now) r on true
      where w.request <> all(v_done)
    ), judged as (
      select line.*, case
        when not is_known then 'listing.not_found'
        when status <> 'active' then 'listing.withdrawn'
        when seller_team_id = p_team_ids[line.request] then 'listing.own'
        when event_status in ('cancelled', 'postponed') then 'event.' || event_status
        when starts_at <= v_now then 'event.started'
        when available <= 0 then 'listing.gone'
        when available < quantity then 'listing.insufficient_quantity'
        when not split_can_take(split_type, available, quantity_limit, multiple_sale_unit, quantity)
          then 'listing.split_not_allowed'
        -- A price below half of the smallest coin would come out as nothing.
        when rate is null or price_minor * rate < 0.5 then 'listing.no_rate'
      end as code
      from line
    ), summed as (
      select j.request, sum(j.quantity) as wanted,
        min(j.currency) filter (where j.is_known and j.rate is null
          and (cross_rate('EUR', j.currency, (v_now at time zone 'UTC')::date)).rate is null) as unknown_currency,
        min(j.rate_date) filter (where (v_now at time zone 'UTC')::date - j.rate_date > p_max_rate_days) as stale_day,
        -- What may be told to try instead: nothing, where the listing is not for this team at all.
        jsonb_agg(case
          when j.code in ('listing.insufficient_quantity', 'listing.split_not_allowed', 'listing.no_rate') then
            jsonb_build_object('listing_id', j.listing_id, 'code', j.code, 'available', j.available, 'splits',
              split_buyable(j.split_type, j.available, j.quantity_limit, j.multiple_sale_unit))
          else jsonb_build_object('listing_id', j.listing_id, 'code', j.code, 'available', 0, 'splits', '[]'::jsonb)
        end) filter (where j.code is not null) as refused
      from judged j
      group by j.request
    ), verdict as (
      select s.request, p_team_ids[s.request] as team_id, case
        when s.unknown_currency is not null then jsonb_build_object('currency_unknown', s.unknown_currency)
        when s.stale_day is not null then jsonb_build_object('rate_stale', s.stale_day)
        when s.refused is not null then jsonb_build_object('refused', s.refused)
        when h.held + s.wanted > p_cap then jsonb_build_object('cap_left', greatest(0, p_cap - h.held))
      end as refusal
      from summed s
      cross join lateral (
        select coalesce(sum(h.quantity), 0) as held from holds h
        where h.team_id = p_team_ids[s.request] and h.state in ('active', 'paying') and h.reserved_until > v_now
      ) h
    ), placed as (
      insert into holds (id, team_id, created_by, listing_id, event_id, quantity, state, seller_minor, seller_currency,
        buyer_minor, buyer_currency, rate, rate_date, fee_bp, quote_ref, expires_at, reserved_until)
      select j.hold_id, v.team_id, p_account_ids[v.request], j.listing_id, j.event_id, j.quantity, 'active', j.price_minor,
        j.seller_currency, round(j.price_minor * j.rate), j.currency, j.rate, j.rate_date, p_fee_bp, j.quote_ref, ends, ends
      from judged j
      join verdict v using (request)
      cross join lateral (select least(v_now + make_interval(mins => p_minutes), j.starts_at)) x (ends)
      where v.refusal is null
      returning id, team_id, listing_id, event_id, quantity, buyer_minor, buyer_currency, expires_at
    ), changed as (
      update listings l set version = l.version + 1 from placed p where l.id = p.listing_id
      returning l.id, l.version
    ), told as (
      insert into outbox (topic, subject, payload)
      select 'hold.placed', p.listing_id, jsonb_build_object('eventId', p.event_id, 'listingId', p.listing_id,
        'holdId', p.id, 'teamId', p.team_id, 'quantity', p.quantity, 'version', c.version)
      from placed p join changed c on c.id = p.listing_id
    ), held as (
      select p.team_id, jsonb_agg(jsonb_build_object('hold_id', p.id, 'listing_id', p.listing_id, 'event_id', p.event_id,
        'quantity', p.quantity, 'price_minor', p.buyer_minor, 'currency', p.buyer_currency, 'fee_bp', p_fee_bp,
        'expires_at', p.expires_at)) as holds
      from placed p
      group by p.team_id
    )
    select v.request, v.refusal, coalesce(v.refusal, jsonb_build_object('holds', h.holds)) as answer
    from verdict v left join held h using (team_id)
  loop
    request := v_verdict.request;
    answer := v_verdict.answer;
    if p_keys[request] is not null then
      perform settle_idempotency_key(p_team_ids[request], 'holds.place', p_keys[request],
        case when v_verdict.refusal is null then answer end);
    end if;
    return next;
  end loop;
end $$;

-- Gives back, for each request, all of its lines or none; arrays as in `place_holds`, no hold comes twice. Answers each
-- request by one of
--   {"released": [{hold_id, event_id, remaining}]}     {"key_reused": true}
--   {"refused": [{hold_id, code, held, releasable}]}
--   {"ask_alone": true}: whether part of a hold may go depends on another request of this call for the same listing
create function release_holds(
  p_team_ids text[], p_keys text[], p_body_hashes bytea[], p_line_requests integer[], p_hold_ids text[], p_quantities integer[])
  returns table (request integer, answer jsonb) language plpgsql as $$
#variable_conflict use_column
declare
  v_done integer[] := '{}';
  v_now timestamptz;
  v_verdict record;
begin
  -- What many calls have no need of is not even asked: each statement has its price.
  if cardinality(p_hold_ids) > 1 then
    perform assert_distinct('team', p_team_ids), assert_distinct('hold', p_hold_ids);
  end if;
  if array_remove(p_keys, null) <> '{}' then
    for request, answer in select * from claim_idempotency_keys('holds.release', p_team_ids, p_keys, p_body_hashes) loop
      v_done := v_done || request;
      return next;
    end loop;
  end if;

  -- Whoever changes a hold has its listing locked, so nobody can after this.
  perform from listings l where l.id in (select h.listing_id from holds h where h.id = any(p_hold_ids))
  order by l.id collate "C" for no key update;
  v_now := clock_timestamp();
  for v_verdict in
    with line as (
      select w.*, h.event_id, h.listing_id, h.quantity as held, h.state, h.reserved_until > v_now as is_live, l.split_type,
        l.quantity_limit, l.multiple_sale_unit
      from unnest(p_line_requests, p_hold_ids, p_quantities) as w (request, hold_id, quantity)
      -- Another team's hold is as unknown as one that never was.
      left join holds h on h.id = w.hold_id and h.team_id = p_team_ids[w.request]
      left join listings l on l.id = h.listing_id
      where w.request <> all(v_done)
    ), weighed as (
      -- A second hold on the same listing is judged as if the first had come back already.
      select line.*, a.available + coalesce(sum(quantity) over earlier, 0) as available,
        a.available is not null and exists (
          select from line other where other.listing_id = line.listing_id and other.request <> line.request) as is_shared
      from line
      left join lateral (
        select a.available::integer from listing_availability(array[line.listing_id], v_now) a where line.quantity <> line.held
      ) a on true
      window earlier as (partition by request, listing_id order by hold_id collate "C"
        rows between unbounded preceding and 1 preceding)
    ), judged as (
      select weighed.*, case
        when listing_id is null then 'hold.not_found'
        when state = 'paying' then 'hold.paying'
        when state <> 'active' or not is_live then 'hold.ended'
        when quantity > held then 'hold.too_many'
        when quantity < held and not split_can_release(split_type, available::integer, quantity_limit, multiple_sale_unit,
          held, quantity) then 'hold.part_not_allowed'
      end as code
      from weighed
    ), verdict as (
      select j.request, bool_or(j.is_shared) as is_shared, jsonb_agg(jsonb_build_object('hold_id', j.hold_id, 'code', j.code,
        'held', case when j.code in ('hold.not_found', 'hold.ended') then 0 else j.held end,
        'releasable', case when j.code in ('hold.too_many', 'hold.part_not_allowed') then (
          select jsonb_agg(part order by part) from generate_series(1, j.held) part
          where split_can_release(j.split_type, j.available::integer, j.quantity_limit, j.multiple_sale_unit, j.held, part))
          else '[]'::jsonb end)) filter (where j.code is not null) as refused
      from judged j
      group by j.request
    ), freed as (
      update holds h set
        state = case when j.quantity = j.held then 'released' else h.state end,
        quantity = case when j.quantity = j.held then h.quantity else j.held - j.quantity end
      from judged j join verdict v using (request)
      where h.id = j.hold_id and v.refused is null and not v.is_shared
      returning h.id, h.team_id, h.listing_id, h.event_id, j.request, j.quantity, j.held - j.quantity as remaining
    ), changed as (
      update listings l set version = l.version + 1 from (select distinct listing_id from freed) f where l.id = f.listing_id
      returning l.id, l.version
    ), told as (
      insert into outbox (topic, subject, payload)
      select 'hold.released', f.listing_id, jsonb_build_object('eventId', f.event_id, 'listingId', f.listing_id,
        'holdId', f.id, 'teamId', f.team_id, 'quantity', f.quantity, 'version', c.version)
      from freed f join changed c on c.id = f.listing_id
    ), back as (
      select f.request, jsonb_agg(jsonb_build_object('hold_id', f.id, 'event_id', f.event_id, 'remaining', f.remaining))
        as released
      from freed f
      group by f.request
    )
    select v.request, b.released is not null as is_done, case
      when v.is_shared then '{"ask_alone": true}'
      when v.refused is not null then jsonb_build_object('refused', v.refused)
      else jsonb_build_object('released', b.released)
    end as answer
    from verdict v left join back b using (request)
  loop
    request := v_verdict.request;
    answer := v_verdict.answer;
    if p_keys[request] is not null then
      perform settle_idempotency_key(p_team_ids[request], 'holds.release', p_keys[request],
        case when v_verdict.is_done then answer end);
    end if;
    return next;
  end loop;
end $$;

-- Their statements look rows up by key whatever the arguments are: planning them anew for each call would cost more than
-- running them, and a plan made while `holds` was small, or just emptied, would read the whole table ever after.
alter function place_holds set plan_cache_mode = force_generic_plan;
alter function place_holds set enable_seqscan = off;
alter function place_holds set enable_hashjoin = off;
alter function place_holds set enable_mergejoin = off;
alter function release_holds set plan_cache_mode = force_generic_plan;
alter function release_holds set enable_seqscan = off;
alter function release_holds set enable_hashjoin = off;
alter function release_holds set enable_mergejoin = off;
