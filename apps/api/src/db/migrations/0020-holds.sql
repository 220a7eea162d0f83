-- Invariants: sold + unexpired holds never exceed a listing's quantity, and a team never holds more than its cap.
--
-- Who changes a hold, or what a listing sells, locks first the team (only to take more), then the listings in id order,
-- and judges afterwards. These functions are volatile, so each of their statements takes a snapshot of its own: what is
-- read after a lock wait includes what the other transaction did. Time is read after the wait for the same reason: a
-- hold that lapsed meanwhile is free. One call is one round trip; a refusal is an answer, and has written nothing.

-- `canTake` of packages/domain/split-options.ts; a test proves the two equal by enumeration.
create function split_can_take(split_type text, available integer, quantity_limit integer, unit integer, quantity integer)
  returns boolean language sql immutable parallel safe as $$
  select quantity >= 1 and quantity <= greatest(0, least(available, quantity_limit)) and case split_type
    when 'All Together' then quantity = greatest(0, least(available, quantity_limit))
    -- Never leaves one. The spec also leaves out the number before the cap, except where nothing else would be left.
    when 'Avoid Leaving One Ticket' then available - quantity <> 1 and (
      quantity <> greatest(0, least(available, quantity_limit)) - 1
      or (available = 3 and quantity_limit = 2))
    when 'Sell In Multiples' then coalesce(unit >= 1 and quantity % greatest(unit, 1) = 0, false)
    else true
  end
$$;

-- `buyable` of the same file.
create function split_buyable(split_type text, available integer, quantity_limit integer, unit integer)
  returns integer[] language sql immutable parallel safe as $$
  select coalesce(array_agg(quantity order by quantity), '{}')
  from generate_series(1, greatest(0, least(available, quantity_limit))) as quantity
  where split_can_take(split_type, available, quantity_limit, unit, quantity)
$$;

-- `canReleasePart` of the same file; `available` is what the listing has free now, without this hold.
create function split_can_release(
  split_type text, available integer, quantity_limit integer, unit integer, held integer, release integer)
  returns boolean language sql immutable parallel safe as $$
  select release >= 1 and release <= held and (
    release = held
    or (split_can_take(split_type, available + held, quantity_limit, unit, held - release)
      and (split_type <> 'Sell In Multiples' or coalesce(release % nullif(unit, 0) = 0, false))))
$$;

-- `crossRate` of packages/domain/exchange.ts over the youngest table that is not of the future.
create function cross_rate(from_currency text, to_currency text, on_day date, out rate numeric, out rate_date date)
  language sql stable as $$
  with day as (
    select e.rate_date from exchange_rates e where e.rate_date <= on_day order by e.rate_date desc limit 1
  ), legs as (
    select day.rate_date,
      case when from_currency = 'EUR' then 1 else (
        select e.rate from exchange_rates e where e.rate_date = day.rate_date and e.currency = from_currency) end as f,
      case when to_currency = 'EUR' then 1 else (
        select e.rate from exchange_rates e where e.rate_date = day.rate_date and e.currency = to_currency) end as t
    from day
  )
  -- Whole numbers throughout: a numeric quotient would be cut off before it is rounded.
  select div(t * 2e18 + f * 1e8, f * 2e8) * 0.0000000001, legs.rate_date from legs where f is not null and t is not null
$$;

-- Claims a key for this transaction. Null: it is ours, do the work and store the answer. Else the first answer, or
-- {"key_reused": true} where the key came with another body. A duplicate in flight waits here for the first to end.
create function claim_idempotency_key(of_team text, of_route text, of_key text, of_body_hash bytea)
  returns jsonb language plpgsql as $$
declare
  v_known idempotency_keys%rowtype;
begin
  insert into idempotency_keys as k (team_id, route, key, body_hash) values (of_team, of_route, of_key, of_body_hash)
  on conflict (team_id, route, key) do update
    set body_hash = excluded.body_hash, answer = null, created_at = clock_timestamp()
    where k.created_at < clock_timestamp() - interval '24 hours';
  if found then
    return null;
  end if;
  select * into v_known from idempotency_keys k where k.team_id = of_team and k.route = of_route and k.key = of_key;
  return case when v_known.body_hash = of_body_hash then v_known.answer else '{"key_reused": true}'::jsonb end;
end $$;

-- Holds all of the lines or none; the arrays run side by side, in the order of the listings' ids, each once. Answers one of
--   {"holds": [{hold_id, listing_id, event_id, quantity, price_minor, currency, fee_bp, expires_at}]}
--   {"refused": [{listing_id, code, available, splits}]}     {"cap_left": n}
--   {"currency_unknown": code}     {"rate_stale": day}       {"key_reused": true}
-- p_max_rate_days null: a rate of any age will do. p_key null: a repeat is a second request.
create function place_holds(
  p_team text, p_account text, p_hold_ids text[], p_listing_ids text[], p_quantities integer[], p_quote_refs text[],
  p_currencies text[], p_cap integer, p_minutes integer, p_fee_bp integer, p_max_rate_days integer,
  p_key text, p_body_hash bytea)
  returns jsonb language plpgsql as $$
declare
  v_now timestamptz;
  v_today date;
  v_held integer := 0;
  v_wanted integer := 0;
  v_line record;
  v_available integer;
  v_code text;
  v_rate numeric;
  v_rate_date date;
  v_hold holds%rowtype;
  v_holds holds[] := '{}';
  v_version bigint;
  v_lines jsonb := '[]';
  v_refused jsonb := '[]';
  v_answer jsonb;
begin
  if p_key is not null then
    v_answer := claim_idempotency_key(p_team, 'holds.place', p_key, p_body_hash);
    if v_answer is not null then
      return v_answer;
    end if;
  end if;

  perform from teams where id = p_team for no key update;
  for v_i in 1 .. cardinality(p_listing_ids) loop
    if p_listing_ids[v_i] collate "C" <= p_listing_ids[v_i - 1] then
      raise exception 'listings to lock must come in order, each once';
    end if;
    select l.event_id, l.seller_team_id, l.split_type, l.quantity_limit, l.multiple_sale_unit, l.price_minor, l.currency,
      l.status, e.starts_at, e.status as event_status
    into v_line
    from listings l join events e on e.id = l.event_id
    where l.id = p_listing_ids[v_i]
    for no key update of l;
    if not found then
      v_refused := v_refused || jsonb_build_object('listing_id', p_listing_ids[v_i], 'code', 'listing.not_found',
        'available', 0, 'splits', '[]'::jsonb);
      continue;
    end if;
    v_now := clock_timestamp();
    v_wanted := v_wanted + p_quantities[v_i];
    -- What is held, by anybody of the listing and by the team of anything: read now, after the waits for both locks.
    select a.available, (
        select coalesce(sum(h.quantity), 0) from holds h
        where h.team_id = p_team and h.state in ('active', 'paying') and h.reserved_until > v_now)
    into v_available, v_held
    from listing_availability(array[p_listing_ids[v_i]], v_now) a;
    v_rate := 1;
    v_rate_date := null;
    if p_currencies[v_i] <> v_line.currency then
      v_today := (v_now at time zone 'UTC')::date;
      select c.rate, c.rate_date into v_rate, v_rate_date
      from cross_rate(v_line.currency, p_currencies[v_i], v_today) c;
      if v_rate is null and (cross_rate('EUR', p_currencies[v_i], v_today)).rate is null then
        v_answer := jsonb_build_object('currency_unknown', p_currencies[v_i]);
      elsif v_today - v_rate_date > p_max_rate_days then
        v_answer := jsonb_build_object('rate_stale', v_rate_date);
      end if;
    end if;
    v_code := case
      when v_line.status <> 'active' then 'listing.withdrawn'
      when v_line.seller_team_id = p_team then 'listing.own'
      when v_line.event_status in ('cancelled', 'postponed') then 'event.' || v_line.event_status
      when v_line.starts_at <= v_now then 'event.started'
      when v_available <= 0 then 'listing.gone'
      when v_available < p_quantities[v_i] then 'listing.insufficient_quantity'
      when not split_can_take(v_line.split_type, v_available, v_line.quantity_limit, v_line.multiple_sale_unit,
        p_quantities[v_i]) then 'listing.split_not_allowed'
      -- A price below half of the smallest coin would come out as nothing.
      when v_rate is null or v_line.price_minor * v_rate < 0.5 then 'listing.no_rate'
    end;
    if v_code is not null then
      -- What may be told to try instead: nothing, where the listing is not for this team at all.
      v_available := case when v_code in ('listing.insufficient_quantity', 'listing.split_not_allowed', 'listing.no_rate')
        then v_available else 0 end;
      v_refused := v_refused || jsonb_build_object('listing_id', p_listing_ids[v_i], 'code', v_code, 'available', v_available,
        'splits', split_buyable(v_line.split_type, v_available, v_line.quantity_limit, v_line.multiple_sale_unit));
      continue;
    end if;
    v_hold.id := p_hold_ids[v_i];
    v_hold.listing_id := p_listing_ids[v_i];
    v_hold.event_id := v_line.event_id;
    v_hold.quantity := p_quantities[v_i];
    v_hold.seller_minor := v_line.price_minor;
    v_hold.seller_currency := v_line.currency;
    v_hold.buyer_minor := round(v_line.price_minor * v_rate);
    v_hold.buyer_currency := p_currencies[v_i];
    v_hold.rate := v_rate;
    v_hold.rate_date := v_rate_date;
    v_hold.quote_ref := p_quote_refs[v_i];
    v_hold.expires_at := least(v_now + make_interval(mins => p_minutes), v_line.starts_at);
    v_holds := v_holds || v_hold;
  end loop;

  if v_answer is null and jsonb_array_length(v_refused) > 0 then
    v_answer := jsonb_build_object('refused', v_refused);
  end if;
  if v_answer is null and v_held + v_wanted > p_cap then
    v_answer := jsonb_build_object('cap_left', greatest(0, p_cap - v_held));
  end if;
  if v_answer is not null then
    -- Nothing was done, so nothing is remembered: the same key may be tried again.
    delete from idempotency_keys where team_id = p_team and route = 'holds.place' and key = p_key;
    return v_answer;
  end if;

  foreach v_hold in array v_holds loop
    insert into holds (id, team_id, created_by, listing_id, event_id, quantity, state, seller_minor, seller_currency,
      buyer_minor, buyer_currency, rate, rate_date, fee_bp, quote_ref, expires_at, reserved_until)
    values (v_hold.id, p_team, p_account, v_hold.listing_id, v_hold.event_id, v_hold.quantity, 'active',
      v_hold.seller_minor, v_hold.seller_currency, v_hold.buyer_minor, v_hold.buyer_currency, v_hold.rate,
      v_hold.rate_date, p_fee_bp, v_hold.quote_ref, v_hold.expires_at, v_hold.expires_at);
    update listings l set version = l.version + 1 where l.id = v_hold.listing_id returning l.version into v_version;
    insert into outbox (topic, subject, payload)
    values ('hold.placed', v_hold.listing_id, jsonb_build_object('eventId', v_hold.event_id,
      'listingId', v_hold.listing_id, 'holdId', v_hold.id, 'teamId', p_team, 'quantity', v_hold.quantity,
      'version', v_version));
    v_lines := v_lines || jsonb_build_object('hold_id', v_hold.id, 'listing_id', v_hold.listing_id,
      'event_id', v_hold.event_id, 'quantity', v_hold.quantity, 'price_minor', v_hold.buyer_minor,
      'currency', v_hold.buyer_currency, 'fee_bp', p_fee_bp, 'expires_at', v_hold.expires_at);
  end loop;

  v_answer := jsonb_build_object('holds', v_lines);
  if p_key is not null then
    update idempotency_keys set answer = v_answer where team_id = p_team and route = 'holds.place' and key = p_key;
  end if;
  return v_answer;
end $$;

-- Gives back all of the lines or none; the arrays run side by side, each hold stands in them once. Answers one of
--   {"released": [{hold_id, event_id, remaining}]}     {"key_reused": true}
--   {"refused": [{hold_id, code, held, releasable}]}
create function release_holds(p_team text, p_hold_ids text[], p_quantities integer[], p_key text, p_body_hash bytea)
  returns jsonb language plpgsql as $$
declare
  v_item record;
  v_line record;
  v_listing text;
  v_returned integer;
  v_available integer;
  v_code text;
  v_parts jsonb[] := '{}';
  v_part jsonb;
  v_version bigint;
  v_lines jsonb := '[]';
  v_refused jsonb := '[]';
  v_answer jsonb;
begin
  if p_key is not null then
    v_answer := claim_idempotency_key(p_team, 'holds.release', p_key, p_body_hash);
    if v_answer is not null then
      return v_answer;
    end if;
  end if;

  for v_item in
    select * from (
      select w.hold_id, w.quantity, (
        select h.listing_id from holds h where h.id = w.hold_id and h.team_id = p_team) as listing_id
      from unnest(p_hold_ids, p_quantities) as w (hold_id, quantity)
    ) item
    order by item.listing_id collate "C", item.hold_id
  loop
    if v_item.listing_id is null then
      -- Another team's hold is as unknown as one that never was.
      v_refused := v_refused || jsonb_build_object('hold_id', v_item.hold_id, 'code', 'hold.not_found', 'held', 0,
        'releasable', '[]'::jsonb);
      continue;
    end if;
    if v_item.listing_id is distinct from v_listing then
      v_listing := v_item.listing_id;
      v_returned := 0;
      perform from listings l where l.id = v_listing for no key update;
    end if;
    -- Whoever changes a hold has its listing locked, so nobody can now.
    select h.event_id, h.quantity, h.state, h.reserved_until > clock_timestamp() as live, l.split_type,
      l.quantity_limit, l.multiple_sale_unit
    into v_line
    from holds h join listings l on l.id = h.listing_id where h.id = v_item.hold_id;
    v_code := case
      when v_line.state = 'paying' then 'hold.paying'
      when v_line.state <> 'active' or not v_line.live then 'hold.ended'
      when v_item.quantity > v_line.quantity then 'hold.too_many'
    end;
    if v_code = 'hold.too_many' or (v_code is null and v_item.quantity < v_line.quantity) then
      select a.available into v_available from listing_availability(array[v_listing], clock_timestamp()) a;
      -- A second hold on the same listing is judged as if the first had come back already.
      v_available := v_available + v_returned;
      if v_code is null and not split_can_release(v_line.split_type, v_available, v_line.quantity_limit,
        v_line.multiple_sale_unit, v_line.quantity, v_item.quantity) then
        v_code := 'hold.part_not_allowed';
      end if;
    end if;
    if v_code is not null then
      v_refused := v_refused || jsonb_build_object('hold_id', v_item.hold_id, 'code', v_code,
        'held', case when v_code = 'hold.ended' then 0 else v_line.quantity end,
        'releasable', case when v_code in ('hold.too_many', 'hold.part_not_allowed') then (
          select jsonb_agg(part order by part) from generate_series(1, v_line.quantity) part
          where split_can_release(v_line.split_type, v_available, v_line.quantity_limit, v_line.multiple_sale_unit,
            v_line.quantity, part)) else '[]'::jsonb end);
      continue;
    end if;
    v_returned := v_returned + v_item.quantity;
    v_parts := v_parts || jsonb_build_object('eventId', v_line.event_id, 'listingId', v_listing,
      'holdId', v_item.hold_id, 'teamId', p_team, 'quantity', v_item.quantity);
    v_lines := v_lines || jsonb_build_object('hold_id', v_item.hold_id, 'event_id', v_line.event_id,
      'remaining', v_line.quantity - v_item.quantity);
  end loop;
  if jsonb_array_length(v_refused) > 0 then
    delete from idempotency_keys where team_id = p_team and route = 'holds.release' and key = p_key;
    return jsonb_build_object('refused', v_refused);
  end if;

  foreach v_part in array v_parts loop
    update holds h set
      state = case when h.quantity = (v_part ->> 'quantity')::integer then 'released' else h.state end,
      quantity = case when h.quantity = (v_part ->> 'quantity')::integer then h.quantity
        else h.quantity - (v_part ->> 'quantity')::integer end
    where h.id = v_part ->> 'holdId';
    update listings l set version = l.version + 1 where l.id = v_part ->> 'listingId' returning l.version into v_version;
    insert into outbox (topic, subject, payload)
    values ('hold.released', v_part ->> 'listingId', v_part || jsonb_build_object('version', v_version));
  end loop;

  v_answer := jsonb_build_object('released', v_lines);
  if p_key is not null then
    update idempotency_keys set answer = v_answer where team_id = p_team and route = 'holds.release' and key = p_key;
  end if;
  return v_answer;
end $$;

-- Their statements look rows up by key whatever the arguments are: planning them anew for each call would cost more
-- than running them.
alter function place_holds set plan_cache_mode = force_generic_plan;
alter function release_holds set plan_cache_mode = force_generic_plan;
-- A plan made while `holds` was small, or just emptied, would read the whole table ever after.
alter function place_holds set enable_seqscan = off;
alter function release_holds set enable_seqscan = off;

-- `place_holds` alone inserts holds: it has the team's row locked and has read event and account with it. Checked again
-- by foreign keys, every hold on a hot event would also queue for a lock on the event's one row.
alter table holds
  drop constraint holds_team_id_fkey, drop constraint holds_event_id_fkey, drop constraint holds_created_by_fkey;
