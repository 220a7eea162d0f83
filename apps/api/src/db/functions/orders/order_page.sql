-- A page of the team's matching orders, newest first. Both halves come in that order and are merged, so a full page
-- ends the scan. The settings force this plan regardless of statistics.
create or replace function order_page(p_team_id text, p_words text[], p_state text, p_placed_from date,
  p_placed_to date, p_event_from date, p_event_to date, p_limit integer, p_offset integer)
  returns setof orders language plpgsql stable
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
  return query
    select o.*
    from (
      (select matching.id, matching.placed_at
      from matching_orders(false, p_team_id, v_word, v_more_words, p_state, p_placed_from, p_placed_to, p_event_from,
        p_event_to) matching
      order by matching.placed_at desc, matching.id)
      union all
      (select matching.id, matching.placed_at
      from matching_orders(true, p_team_id, v_word, v_more_words, p_state, p_placed_from, p_placed_to, p_event_from,
        p_event_to) matching
      order by matching.placed_at desc, matching.id)
      order by placed_at desc, id limit p_limit offset p_offset
    ) page
    join orders o on o.id = page.id
    order by page.placed_at desc, page.id;
end $$;
