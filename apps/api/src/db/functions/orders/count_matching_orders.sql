create or replace function count_matching_orders(p_team_id text, p_words text[], p_state text, p_placed_from date,
  p_placed_to date, p_event_from date, p_event_to date) returns integer language plpgsql stable
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_bitmapscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set enable_sort = off
as $$
declare
  v_word text := p_words[1];
  v_more_words text[] := nullif(p_words[2:], '{}');
begin
  return (
    select count(*) from matching_orders(false, p_team_id, v_word, v_more_words, p_state, p_placed_from, p_placed_to,
      p_event_from, p_event_to)
  ) + (
    select count(*) from matching_orders(true, p_team_id, v_word, v_more_words, p_state, p_placed_from, p_placed_to,
      p_event_from, p_event_to)
  );
end $$;
