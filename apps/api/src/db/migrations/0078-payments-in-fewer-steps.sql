-- What a payment does to holds is one call each, planned once: as with `place_holds`, the statements look rows up by key whatever
-- the arguments are, and a plan made while a table was small would read all of it ever after.

-- The team's holds of these ids, or those of an attempt, with their listings locked. Two statements: what is read has to come
-- from after the lock wait (see 0020-holds.sql).
create function lock_payable_holds(p_team_id text, p_hold_ids text[], p_attempt_id text)
  returns table (id text, listing_id text, event_id integer, seller_team_id text, quantity integer, quote_ref text, state text,
    is_live boolean, attempt_id text, buyer_minor bigint, buyer_currency text, fee_bp integer, seller_minor bigint,
    seller_currency text, asks_delivery boolean, asks_identification boolean)
  language plpgsql as $$
#variable_conflict use_column
begin
  if p_attempt_id is not null then
    p_hold_ids := array(select h.id from holds h where h.attempt_id = p_attempt_id);
  end if;
  perform from listings l where l.id in (
    select h.listing_id from holds h where h.id = any(p_hold_ids) and (p_team_id is null or h.team_id = p_team_id))
  order by l.id collate "C" for no key update;
  return query
    select h.id, h.listing_id, h.event_id, l.seller_team_id, h.quantity, h.quote_ref, h.state,
      h.reserved_until > clock_timestamp(), h.attempt_id, h.buyer_minor, h.buyer_currency, h.fee_bp, h.seller_minor,
      h.seller_currency, l.attendee_delivery_details_required, l.attendee_identification_details_required
    from holds h join listings l on l.id = h.listing_id
    where h.id = any(p_hold_ids) and (p_team_id is null or h.team_id = p_team_id)
      and (p_attempt_id is null or h.attempt_id = p_attempt_id)
    order by h.id collate "C";
end $$;

-- Moves locked holds, and with them their listings' versions and what is sold (`p_sells`: 1, -1 or 0 a ticket); writes the events.
create function move_holds(p_hold_ids text[], p_to text, p_topic text, p_attempt_id text, p_reserved_until timestamptz,
  p_sells integer) returns void language plpgsql as $$
begin
  with moved as (
    update holds set state = p_to, attempt_id = p_attempt_id, reserved_until = greatest(expires_at, p_reserved_until)
    where id = any(p_hold_ids)
    returning id, listing_id, event_id, team_id, quantity
  ), bumped as (
    update listings l set version = l.version + 1, sold = l.sold + p_sells * m.quantity
    from (select listing_id, sum(quantity)::integer as quantity from moved group by listing_id) m
    where l.id = m.listing_id
    returning l.id, l.version
  )
  insert into outbox (topic, subject, payload)
  select p_topic, m.listing_id, jsonb_build_object('eventId', m.event_id, 'listingId', m.listing_id, 'holdId', m.id,
    'teamId', m.team_id, 'quantity', m.quantity, 'version', b.version)
  from moved m join bumped b on b.id = m.listing_id;
end $$;

-- What listings are now, as an order freezes it, and which of their seats are sold.
create function facts_of_listings(p_listing_ids text[])
  returns table (listing_id text, event_title text, event_slug text, event_local_at text, time_confirmed boolean, time_zone text,
    venue_name text, city text, category_name text, section text, "row" text, seats_hidden boolean, ticket_type text,
    in_hand_date date, seller_name text, first_seat integer, last_seat integer, seats_taken integer[])
  language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select l.id, e.title, e.slug, to_char(e.local_at, 'YYYY-MM-DD"T"HH24:MI'), e.time_confirmed, v.timezone, v.name, v.city, c.name,
      l.section, l."row", l.seats_hidden, l.ticket_type, l.in_hand_date, t.name, l.first_seat, l.last_seat,
      array(
        -- Cancelled, a line keeps its seats from others for as long as its tickets are not on sale again.
        select seat::integer from order_lines o join holds h on h.id = o.hold_id, jsonb_array_elements(o.facts -> 'seats') seat
        where o.listing_id = l.id and h.state = 'sold')
    from listings l
    join events e on e.id = l.event_id
    join venues v on v.id = e.venue_id
    join seating_categories c on c.id = l.category_id
    join teams t on t.id = l.seller_team_id
    where l.id = any(p_listing_ids);
end $$;

do $$
declare
  v_function regprocedure;
begin
  foreach v_function in array array['lock_payable_holds(text, text[], text)',
    'move_holds(text[], text, text, text, timestamptz, integer)', 'facts_of_listings(text[])']::regprocedure[]
  loop
    execute format('alter function %s set plan_cache_mode = force_generic_plan', v_function);
    execute format('alter function %s set enable_seqscan = off', v_function);
    execute format('alter function %s set enable_hashjoin = off', v_function);
    execute format('alter function %s set enable_mergejoin = off', v_function);
  end loop;
end $$;

-- Each entry of the books asks for the others of its transaction.
alter function assert_ledger_balances set enable_seqscan = off;
