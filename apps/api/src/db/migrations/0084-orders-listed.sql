-- A list of purchases is read from one index, in the order in which it is shown, whatever narrows it. With an index for each kind
-- of question the planner chose, and by what it happened to know of the words a search cost five times as much as the same
-- search an hour before. Invariant: each order is in exactly one of orders__listed and orders__listed_long.

-- All that a list is narrowed by stands in the index itself, so that nothing of the orders is read but those of the page. An
-- entry of an index has room for about 2,700 bytes; the few orders that need more are looked through.
create index orders__listed on orders (team_id, placed_at desc, id) include (state, event_days, search_text)
  where octet_length(search_text) <= 2000 and cardinality(event_days) <= 50;
create index orders__listed_long on orders (team_id, placed_at desc, id)
  where octet_length(search_text) > 2000 or cardinality(event_days) > 50;
-- How many there are.
create index orders__of_team on orders (team_id);

drop index orders__by_team, orders__by_state, orders__by_event_day, orders__of_many_days;
-- Not there where its extensions were denied (0075-orders-found-sooner.sql). They stay: others may use them.
drop index if exists orders__by_words;
drop statistics orders__days;

-- What has changed since the last vacuum is looked up in the table. It is to be little: by itself a fifth would be waited for.
alter table orders set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

-- Of the team's orders in one of the two indexes those that fit. It becomes a part of the statement that asks it.
create function orders_that_fit(p_is_long boolean, p_team_id text, p_word text, p_more_words text[], p_state text,
  p_placed_from date, p_placed_to date, p_event_from date, p_event_to date)
  returns table (id text, placed_at timestamptz) language sql stable as $$
  select id, placed_at
  from orders
  where team_id = p_team_id
    and (octet_length(search_text) > 2000 or cardinality(event_days) > 50) = p_is_long
    and placed_at >= coalesce(p_placed_from::timestamp at time zone 'UTC', '-infinity')
    and placed_at < coalesce((p_placed_to + 1)::timestamp at time zone 'UTC', 'infinity')
    and (p_state is null or state = p_state)
    -- Byte by byte: both are in small letters without accents. The first word is there for most orders to fail by it.
    and (p_word is null or search_text collate "C" like p_word)
    and (p_more_words is null or search_text collate "C" like all (p_more_words))
    -- Nearly every order is for one day.
    and (p_event_from is null and p_event_to is null
      or event_days[1] between coalesce(p_event_from, '-infinity') and coalesce(p_event_to, 'infinity')
      or cardinality(event_days) > 1 and exists (
        select from unnest(event_days) as day
        where day between coalesce(p_event_from, '-infinity') and coalesce(p_event_to, 'infinity')))
$$;

-- Each half comes in the list's order, so that both are merged, and a full page ends the reading.
create function page_of_orders(p_team_id text, p_words text[], p_state text, p_placed_from date, p_placed_to date,
  p_event_from date, p_event_to date, p_limit integer, p_offset integer) returns setof orders language plpgsql stable as $$
declare
  v_word text := p_words[1];
  v_more_words text[] := nullif(p_words[2:], '{}');
begin
  return query
    select o.*
    from (
      (select f.id, f.placed_at from orders_that_fit(false, p_team_id, v_word, v_more_words, p_state, p_placed_from, p_placed_to,
        p_event_from, p_event_to) f
      order by f.placed_at desc, f.id)
      union all
      (select f.id, f.placed_at from orders_that_fit(true, p_team_id, v_word, v_more_words, p_state, p_placed_from, p_placed_to,
        p_event_from, p_event_to) f
      order by f.placed_at desc, f.id)
      order by placed_at desc, id limit p_limit offset p_offset
    ) page
    join orders o on o.id = page.id
    order by page.placed_at desc, page.id;
end $$;

create function count_orders_that_fit(p_team_id text, p_words text[], p_state text, p_placed_from date, p_placed_to date,
  p_event_from date, p_event_to date) returns integer language plpgsql stable as $$
declare
  v_word text := p_words[1];
  v_more_words text[] := nullif(p_words[2:], '{}');
begin
  return (
    select count(*) from orders_that_fit(false, p_team_id, v_word, v_more_words, p_state, p_placed_from, p_placed_to,
      p_event_from, p_event_to)
  ) + (
    select count(*) from orders_that_fit(true, p_team_id, v_word, v_more_words, p_state, p_placed_from, p_placed_to,
      p_event_from, p_event_to)
  );
end $$;

-- One plan, whatever is asked for and whatever is known of the orders.
do $$
declare
  v_function regprocedure;
begin
  foreach v_function in array array['page_of_orders(text, text[], text, date, date, date, date, integer, integer)',
    'count_orders_that_fit(text, text[], text, date, date, date, date)']::regprocedure[]
  loop
    execute format('alter function %s set plan_cache_mode = force_generic_plan', v_function);
    execute format('alter function %s set enable_seqscan = off', v_function);
    execute format('alter function %s set enable_bitmapscan = off', v_function);
    execute format('alter function %s set enable_hashjoin = off', v_function);
    execute format('alter function %s set enable_mergejoin = off', v_function);
    execute format('alter function %s set enable_sort = off', v_function);
  end loop;
end $$;
