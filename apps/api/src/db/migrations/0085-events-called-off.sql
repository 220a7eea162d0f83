-- Invariant: nobody pays for tickets of an event that was called off or has begun since they were held.

-- As in 0078-payments-in-fewer-steps, and beside it why tickets of the hold's event cannot be bought any more, judged as
-- `judged_lines` judges it where they are held; null where they can.
drop function lock_payable_holds(text, text[], text);
create function lock_payable_holds(p_team_id text, p_hold_ids text[], p_attempt_id text)
  returns table (id text, listing_id text, event_id integer, seller_team_id text, quantity integer, quote_ref text, state text,
    is_live boolean, attempt_id text, buyer_minor bigint, buyer_currency text, fee_bp integer, seller_minor bigint,
    seller_currency text, asks_delivery boolean, asks_identification boolean, event_off text)
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
      h.seller_currency, l.attendee_delivery_details_required, l.attendee_identification_details_required,
      case when e.status in ('cancelled', 'postponed') then 'event.' || e.status
        when e.starts_at <= clock_timestamp() then 'event.started' end
    from holds h join listings l on l.id = h.listing_id join events e on e.id = h.event_id
    where h.id = any(p_hold_ids) and (p_team_id is null or h.team_id = p_team_id)
      and (p_attempt_id is null or h.attempt_id = p_attempt_id)
    order by h.id collate "C";
end $$;

do $$
declare
  v_setting text;
begin
  foreach v_setting in array array['plan_cache_mode = force_generic_plan', 'enable_seqscan = off', 'enable_hashjoin = off',
    'enable_mergejoin = off']
  loop
    execute 'alter function lock_payable_holds(text, text[], text) set ' || v_setting;
  end loop;
end $$;

-- A hold may be offered by several quotes; each of their answers asks for the others.
create index quote_offers__by_hold on quote_offers (hold_id) where hold_id is not null;
