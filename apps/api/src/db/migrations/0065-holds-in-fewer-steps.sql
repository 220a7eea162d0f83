-- Invariants: as in 0053-holds-of-many-requests: a request is all or nothing, judged under the locks of its team and its
-- listings, and requests of one call do not see each other.
--
-- Nearly every request may have what it asks for, and most of a call's time went into making ready to explain why not.
-- Both functions now first do all that may be done, and only then look at what is left, by the same judgement.

-- The lines of the requests that are not in `done`, each with the reason why it may not be held, null where it may. Arrays
-- as in `place_holds`.
create function judged_lines(
  team_ids text[], line_requests integer[], hold_ids text[], listing_ids text[], quantities integer[], quote_refs text[],
  currencies text[], done integer[], as_of timestamptz)
  returns table (request integer, hold_id text, listing_id text, quantity integer, quote_ref text, currency text,
    is_known boolean, event_id integer, starts_at timestamptz, available integer, split_type text, quantity_limit integer,
    multiple_sale_unit integer, price_minor bigint, seller_currency text, rate numeric, rate_date date, code text)
  language sql stable as $$
  select w.*, l.id is not null, l.event_id, e.starts_at, a.available, l.split_type, l.quantity_limit,
    l.multiple_sale_unit, l.price_minor, l.currency, r.rate, r.rate_date,
    case
      when l.id is null then 'listing.not_found'
      when l.status <> 'active' then 'listing.withdrawn'
      when l.seller_team_id = team_ids[w.request] then 'listing.own'
      when e.status in ('cancelled', 'postponed') then 'event.' || e.status
      when e.starts_at <= as_of then 'event.started'
      when a.available <= 0 then 'listing.gone'
      when a.available < w.quantity then 'listing.insufficient_quantity'
      when not split_can_take(l.split_type, a.available, l.quantity_limit, l.multiple_sale_unit, w.quantity)
        then 'listing.split_not_allowed'
      -- A price below half of the smallest coin would come out as nothing.
      when r.rate is null or l.price_minor * r.rate < 0.5 then 'listing.no_rate'
    end
  from unnest(line_requests, hold_ids, listing_ids, quantities, quote_refs, currencies)
    as w (request, hold_id, listing_id, quantity, quote_ref, currency)
  left join listings l on l.id = w.listing_id
  left join events e on e.id = l.event_id
  left join listing_availability(listing_ids, as_of) a on a.listing_id = w.listing_id
  left join lateral rate_to_freeze(l.currency, w.currency, as_of) r on true
  where w.request <> all(done)
$$;

-- Tickets that a team has on hold.
create function held_by_team(of_team text, as_of timestamptz) returns bigint language sql stable as $$
  select coalesce(sum(h.quantity), 0) from holds h
  where h.team_id = of_team and h.state in ('active', 'paying') and h.reserved_until > as_of
$$;

create or replace function place_holds(
  p_team_ids text[], p_account_ids text[], p_keys text[], p_body_hashes bytea[],
  p_line_requests integer[], p_hold_ids text[], p_listing_ids text[], p_quantities integer[], p_quote_refs text[],
  p_currencies text[], p_cap integer, p_minutes integer, p_fee_bp integer, p_max_rate_days integer)
  returns table (request integer, answer jsonb) language plpgsql as $$
#variable_conflict use_column
declare
  v_done integer[] := '{}';
  v_teams integer;
  v_listings integer;
  v_now timestamptz;
begin
  -- What many calls have no need of is not even asked: each statement has its price.
  if array_remove(p_keys, null) <> '{}' then
    for request, answer in select * from claim_idempotency_keys('holds.place', p_team_ids, p_keys, p_body_hashes) loop
      v_done := v_done || request;
      return next;
    end loop;
  end if;

  perform from teams t where t.id = any(p_team_ids) order by t.id collate "C" for no key update;
  get diagnostics v_teams = row_count;
  perform from listings l where l.id = any(p_listing_ids) order by l.id collate "C" for no key update;
  get diagnostics v_listings = row_count;
  -- One that came twice was locked once; so were fewer where one is unknown.
  if v_teams < cardinality(p_team_ids) or v_listings < cardinality(p_listing_ids) then
    perform assert_distinct('team', p_team_ids), assert_distinct('listing', p_listing_ids);
  end if;
  -- Read after the waits, as are the sums below: a hold that lapsed meanwhile is free.
  v_now := clock_timestamp();

  for request, answer in
    with line as (
      select j.*, count(*) filter (
          where j.code is not null or (v_now at time zone 'UTC')::date - j.rate_date > p_max_rate_days)
          over of_request as refused,
        sum(j.quantity) over of_request as wanted
      from judged_lines(p_team_ids, p_line_requests, p_hold_ids, p_listing_ids, p_quantities, p_quote_refs, p_currencies,
        v_done, v_now) j
      window of_request as (partition by j.request)
    ), placed as (
      insert into holds (id, team_id, created_by, listing_id, event_id, quantity, state, seller_minor, seller_currency,
        buyer_minor, buyer_currency, rate, rate_date, fee_bp, quote_ref, expires_at, reserved_until)
      select l.hold_id, p_team_ids[l.request], p_account_ids[l.request], l.listing_id, l.event_id, l.quantity, 'active',
        l.price_minor, l.seller_currency, round(l.price_minor * l.rate), l.currency, l.rate, l.rate_date, p_fee_bp,
        l.quote_ref, ends, ends
      from line l
      cross join lateral (select least(v_now + make_interval(mins => p_minutes), l.starts_at)) x (ends)
      where l.refused = 0 and l.wanted <= p_cap - held_by_team(p_team_ids[l.request], v_now)
      returning id, team_id, listing_id, event_id, quantity, buyer_minor, buyer_currency, expires_at
    ), changed as (
      update listings l set version = l.version + 1 from placed p where l.id = p.listing_id
      returning p.*, l.version
    ), told as (
      insert into outbox (topic, subject, payload)
      select 'hold.placed', c.listing_id, jsonb_build_object('eventId', c.event_id, 'listingId', c.listing_id,
        'holdId', c.id, 'teamId', c.team_id, 'quantity', c.quantity, 'version', c.version)
      from changed c
    )
    select array_position(p_team_ids, c.team_id), jsonb_build_object('holds', jsonb_agg(jsonb_build_object(
      'hold_id', c.id, 'listing_id', c.listing_id, 'event_id', c.event_id, 'quantity', c.quantity,
      'price_minor', c.buyer_minor, 'currency', c.buyer_currency, 'fee_bp', p_fee_bp, 'expires_at', c.expires_at)))
    from changed c
    group by c.team_id
  loop
    v_done := v_done || request;
    if p_keys[request] is not null then
      perform settle_idempotency_key(p_team_ids[request], 'holds.place', p_keys[request], answer);
    end if;
    return next;
  end loop;
  if cardinality(v_done) = cardinality(p_team_ids) then
    return;
  end if;

  for request, answer in
    with summed as (
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
      from judged_lines(p_team_ids, p_line_requests, p_hold_ids, p_listing_ids, p_quantities, p_quote_refs, p_currencies,
        v_done, v_now) j
      group by j.request
    )
    select s.request, case
      when s.unknown_currency is not null then jsonb_build_object('currency_unknown', s.unknown_currency)
      when s.stale_day is not null then jsonb_build_object('rate_stale', s.stale_day)
      when s.refused is not null then jsonb_build_object('refused', s.refused)
      else jsonb_build_object('cap_left', greatest(0, p_cap - held_by_team(p_team_ids[s.request], v_now)))
    end
    from summed s
  loop
    -- Nothing was done, so the key is forgotten.
    if p_keys[request] is not null then
      perform settle_idempotency_key(p_team_ids[request], 'holds.place', p_keys[request], null);
    end if;
    return next;
  end loop;
end $$;

create or replace function release_holds(
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
    perform assert_distinct('hold', p_hold_ids);
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

  -- Whole holds may always go.
  for request, answer in
    with whole as (
      select w.request, h.id, count(*) over (partition by w.request) as lines
      from unnest(p_line_requests, p_hold_ids, p_quantities) as w (request, hold_id, quantity)
      join holds h on h.id = w.hold_id and h.team_id = p_team_ids[w.request]
      where w.request <> all(v_done) and h.quantity = w.quantity and h.state = 'active' and h.reserved_until > v_now
    ), freed as (
      update holds h set state = 'released'
      from whole w
      where h.id = w.id and w.lines = cardinality(array_positions(p_line_requests, w.request))
      returning h.id, h.team_id, h.listing_id, h.event_id, h.quantity, w.request
    ), changed as (
      update listings l set version = l.version + 1 from (select distinct listing_id from freed) f where l.id = f.listing_id
      returning l.id, l.version
    ), told as (
      insert into outbox (topic, subject, payload)
      select 'hold.released', f.listing_id, jsonb_build_object('eventId', f.event_id, 'listingId', f.listing_id,
        'holdId', f.id, 'teamId', f.team_id, 'quantity', f.quantity, 'version', c.version)
      from freed f join changed c on c.id = f.listing_id
    )
    select f.request, jsonb_build_object('released', jsonb_agg(
      jsonb_build_object('hold_id', f.id, 'event_id', f.event_id, 'remaining', 0)))
    from freed f
    group by f.request
  loop
    v_done := v_done || request;
    if p_keys[request] is not null then
      perform settle_idempotency_key(p_team_ids[request], 'holds.release', p_keys[request], answer);
    end if;
    return next;
  end loop;
  if cardinality(v_done) = cardinality(p_team_ids) then
    return;
  end if;

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
          select from unnest(p_line_requests, p_hold_ids) as other (request, hold_id) join holds h on h.id = other.hold_id
          where h.listing_id = line.listing_id and other.request <> line.request) as is_shared
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
