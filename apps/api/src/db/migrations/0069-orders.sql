-- Invariants: an order's state is what its lines make of it; a line is refunded once; a ticket is delivered once, and is a
-- file, a link or a reference and nothing between; the booking of a refund exists with its success or not at all.

-- The delivery clock reads a wall time, for which it needs the zone it was written in.
update order_lines l set facts = l.facts || jsonb_build_object('timeZone', v.timezone)
from events e join venues v on v.id = e.venue_id where e.id = l.event_id;

alter table orders
  -- By which payment it was paid, in the words of the gateway that took it.
  add column gateway text,
  add column intent_id text,
  -- What orderState() in packages/domain says of its lines; kept by the trigger below.
  add column state text not null default 'confirmed' check (state in ('confirmed', 'fulfilled', 'cancelled')),
  -- What it is found by, in small letters without accents; written with the order.
  add column search_text text not null default '',
  -- The venues' days of its events.
  add column event_days date[] not null default '{}';

update orders o set gateway = a.gateway, intent_id = a.intent_id from checkout_attempts a where a.id = o.attempt_id;
alter table orders alter column gateway set not null, alter column intent_id set not null;

update orders o set
  state = l.state,
  event_days = l.event_days,
  search_text = o.number || E'\n' || regexp_replace(normalize(lower(l.words), NFD), '[\u0300-\u036f]', '', 'g')
from (
  select order_id,
    case when bool_or(state = 'confirmed') then 'confirmed' when bool_or(state = 'fulfilled') then 'fulfilled'
      else 'cancelled' end as state,
    array_agg(distinct left(facts ->> 'eventLocalAt', 10)::date) as event_days,
    string_agg(concat_ws(E'\n', facts ->> 'eventTitle', facts ->> 'venueName', facts ->> 'city',
      facts ->> 'categoryName', facts ->> 'section'), E'\n') as words
  from order_lines group by order_id
) l where l.order_id = o.id;

drop index orders__by_team;
create index orders__by_team on orders (team_id, placed_at desc, id);
create index orders__by_state on orders (team_id, state, placed_at desc, id);
create index order_line_transitions__by_line on order_line_transitions (line_id);

create function refresh_order_state() returns trigger language plpgsql as $$
begin
  -- Two lines may move at once: who comes second reads the first one's state after this wait.
  perform from orders where id = new.order_id for no key update;
  update orders o set state = coalesce(
    (select 'confirmed' from order_lines where order_id = o.id and state = 'confirmed' limit 1),
    (select 'fulfilled' from order_lines where order_id = o.id and state = 'fulfilled' limit 1),
    'cancelled')
  where o.id = new.order_id;
  return null;
end $$;
create trigger order_lines__order_state after update of state on order_lines
  for each row when (old.state is distinct from new.state) execute function refresh_order_state();

-- Before its payment is taken an order may still be undone, and must be left alone.
create function order_is_paid(id_of_order text) returns boolean language sql stable as $$
  select exists (
    select from orders o join checkout_attempts a on a.id = o.attempt_id where o.id = id_of_order and a.state = 'confirmed')
$$;

create table tickets (
  id text primary key check (id ~ '^tkt_'),
  line_id text not null references order_lines (id),
  -- Which ticket of the line, from 1; null: all of them.
  place integer check (place > 0),
  kind text not null check (kind in ('file', 'mobile_link', 'transfer', 'tracking')),
  file_name text,
  content_type text,
  size integer check (size > 0),
  -- Its name in the file store.
  stored_as text unique,
  url text,
  reference text,
  delivered_by text not null,
  delivered_at timestamptz not null default clock_timestamp(),
  downloads integer not null default 0,
  downloaded_at timestamptz,
  constraint tickets__whole check (
    case kind
      when 'file' then num_nonnulls(file_name, content_type, size, stored_as) = 4 and num_nonnulls(url, reference) = 0
      when 'mobile_link' then url is not null and num_nonnulls(reference, file_name, content_type, size, stored_as) = 0
      else reference is not null and num_nonnulls(url, file_name, content_type, size, stored_as) = 0
    end)
);
create unique index tickets__once on tickets (line_id, coalesce(place, 0));

create table ticket_addresses (
  token_hash bytea primary key,
  ticket_id text not null references tickets (id),
  account_id text not null references accounts (id),
  expires_at timestamptz not null
);
create index ticket_addresses__by_end on ticket_addresses (expires_at);

create table issue_reports (
  id text primary key check (id ~ '^rep_'),
  line_id text not null references order_lines (id),
  account_id text not null references accounts (id),
  kind text not null,
  text text not null,
  reported_at timestamptz not null default clock_timestamp()
);
create index issue_reports__by_line on issue_reports (line_id, reported_at);

create table order_refunds (
  id text primary key check (id ~ '^rfd_'),
  line_id text not null unique references order_lines (id),
  order_id text not null references orders (id),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed')),
  -- The gateway's name of it, once it has one.
  gateway_refund_id text,
  requested_at timestamptz not null default clock_timestamp(),
  -- Not to be tried again before; pushed on by whoever tries.
  next_try_at timestamptz not null default clock_timestamp(),
  tries integer not null default 0,
  refunded_at timestamptz,
  constraint order_refunds__done check ((state = 'succeeded') = (refunded_at is not null))
);
create index order_refunds__by_order on order_refunds (order_id);
create index order_refunds__pending on order_refunds (next_try_at) where state = 'pending';

alter table ledger_transactions
  add column refund_id text references order_refunds (id),
  drop constraint ledger_transactions__once;
create unique index ledger_transactions__once on ledger_transactions (kind, attempt_id, coalesce(refund_id, ''));
