-- The team's orders in one of the two indexes that match. It must stay inlinable: no `set` clause.
create or replace function matching_orders(p_is_long boolean, p_team_id text, p_word text, p_more_words text[],
  p_state text, p_placed_from date, p_placed_to date, p_event_from date, p_event_to date)
  returns table (id text, placed_at timestamptz) language sql stable as $$
  select id, placed_at
  from orders
  where team_id = p_team_id
    and is_long = p_is_long
    and placed_at >= coalesce(p_placed_from::timestamp at time zone 'UTC', '-infinity')
    and placed_at < coalesce((p_placed_to + 1)::timestamp at time zone 'UTC', 'infinity')
    and (p_state is null or state = p_state)
    -- Compared byte by byte: both are in lower case without accents. Most orders fail on the first word.
    and (p_word is null or search_text collate "C" like p_word)
    and (p_more_words is null or search_text collate "C" like all (p_more_words))
    -- Nearly every order is for one day.
    and (p_event_from is null and p_event_to is null
      or event_days[1] between coalesce(p_event_from, '-infinity') and coalesce(p_event_to, 'infinity')
      or cardinality(event_days) > 1 and exists (
        select from unnest(event_days) as day
        where day between coalesce(p_event_from, '-infinity') and coalesce(p_event_to, 'infinity')))
$$;
