-- Invariants: an account remembers each event once, as of the last look; a thing is overridden once in the menu, and what
-- stands below a category stands there or nowhere.

-- What an act of this weight at this moment counts for the heat of an event: every act is worth half as much after each
-- three days. A logarithm over a fixed origin, so that the order of two events never changes while nothing happens, and an
-- index can keep it.
create function heat_of(weight double precision, at timestamptz) returns double precision
  language sql immutable parallel safe as $$
  select ln(weight) + ln(2.0) * (extract(epoch from at) - 1767225600) / (3 * 86400)
$$;

-- The heat of both together: ln(exp(a) + exp(b)) without leaving the range of the type.
create function add_heat(a double precision, b double precision) returns double precision
  language sql immutable parallel safe as $$
  select greatest(a, b) + ln(1 + exp(-least(abs(a - b), 700)))
$$;

alter table event_stats
  add column heat double precision not null default '-Infinity',
  -- When the first of its listings was put on sale.
  add column first_listed_at timestamptz;

update event_stats set heat = heat_of(demand, updated_at) where demand > 0;
update event_stats s set first_listed_at = f.first
from (select event_id, min(created_at) as first from listings where status = 'active' group by event_id) f
where f.event_id = s.event_id;

create index event_stats__by_heat on event_stats (heat desc);
create index event_stats__by_first_listed on event_stats (first_listed_at desc nulls last);

create table recent_views (
  account_id text not null references accounts (id) on delete cascade,
  event_id integer not null references events (id) on delete cascade,
  viewed_at timestamptz not null,
  primary key (account_id, event_id)
);
create index recent_views__newest on recent_views (account_id, viewed_at desc);

create table menu_overrides (
  type text not null check (type in ('category', 'performer', 'venue', 'event')),
  type_id integer not null,
  title text check (btrim(title) <> '' and length(title) <= 80),
  -- Those with a position come first among their neighbours.
  position integer check (position between 1 and 999),
  is_hidden boolean not null default false,
  -- Stands where the operator put it: below `parent_category_id`, or at the top without one.
  is_placed boolean not null default false,
  parent_category_id integer references categories (id) on delete cascade,
  constraint menu_overrides__parent_of_placed check (is_placed or parent_category_id is null),
  primary key (type, type_id)
);

create table banners (
  id integer generated always as identity primary key,
  title text not null check (btrim(title) <> '' and length(title) <= 80),
  text text not null default '' check (length(text) <= 200),
  type text not null check (type in ('category', 'performer', 'venue', 'event')),
  type_id integer not null,
  position integer not null default 100 check (position between 1 and 999),
  created_at timestamptz not null default clock_timestamp()
);
