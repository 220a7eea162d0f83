-- Called only by the previous release, always with null as `p_reserved_until`; this one calls change_hold_states.
create or replace function transition_holds(p_hold_ids text[], p_attempt_ids text[], p_to_state text, p_topic text,
  p_reserved_until timestamptz, p_sold_delta integer, p_seats int4multirange[] default null)
  returns void language sql as $$
  select change_hold_states(p_hold_ids, p_attempt_ids, p_to_state, p_topic,
    case p_sold_delta when 1 then 'sell' when -1 then 'put_back' end, p_seats)
$$;
