-- A team's orders are found by their words and by the days of their events without a look at all of them. Nothing but speed
-- hangs on these indexes.

-- Most orders are for one day, and the few for several are looked through.
create index orders__by_event_day on orders (team_id, (event_days[1]));
create index orders__of_many_days on orders (team_id) where cardinality(event_days) > 1;
-- Without it a third of all orders is expected to be for several days, and the indexes seem to be of little use.
create statistics orders__days on (cardinality(event_days)) from orders;

-- Both extensions come with PostgreSQL and are trusted: whoever may create in the database may create them. Where that is
-- denied, or a server is without them, a search looks at all of the team's orders, as it did.
do $$
begin
  create extension if not exists pg_trgm;
  create extension if not exists btree_gin;
  -- New orders wait in a list that every search reads, until one purchase in 200 sorts them all in.
  create index orders__by_words on orders using gin (team_id, search_text gin_trgm_ops) with (gin_pending_list_limit = 256);
exception
  when insufficient_privilege or feature_not_supported or undefined_file then
    raise notice 'orders are searched without an index: %', sqlerrm;
end $$;

analyze orders;
