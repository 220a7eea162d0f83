create table account_preferences (
  account_id text not null references accounts on delete cascade,
  key text not null check (key ~ '^[a-z_.]{1,60}$'),
  value jsonb not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (account_id, key)
);
comment on table account_preferences is 'Display preferences. `packages/contracts/src/preferences.ts` lists the keys and what each may hold.';

create table notifications (
  id text primary key check (id ~ '^ntf_'),
  account_id text not null references accounts on delete cascade,
  kind text not null check (kind in ('message', 'quote_viewed', 'quote_accepted', 'quote_declined', 'order_placed', 'tickets_delivered', 'order_changed', 'price_drop', 'low_stock', 'hold_expired')),
  severity text not null check (severity in ('success', 'warning', 'error')),
  title text not null check (title <> ''),
  detail text not null default '',
  link text check (link ~ '^/'),
  source text not null,
  at timestamptz not null,
  read_at timestamptz,
  constraint notifications__once_per_source unique (account_id, source)
);
comment on table notifications is 'What the notifications centre of an account lists, newest first; only the latest are kept.';
comment on column notifications.kind is '`message`: shown as a toast in one of the account''s pages.';
comment on column notifications.link is 'Path of the page it is about.';
comment on column notifications.source is 'The outbox row or the page''s own key, so that a repeated one is not listed twice.';
create index notifications__by_account on notifications (account_id, at desc, id);
create index notifications__by_age on notifications (at);
