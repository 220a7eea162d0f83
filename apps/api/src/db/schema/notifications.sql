-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- What the notifications centre of an account lists, newest first; only the latest are kept.
create table notifications (
  id text primary key check (id ~ '^ntf_'),
  account_id text not null,
  -- `message`: shown as a toast in one of the account's pages.
  kind text not null check (kind in ('message', 'quote_viewed', 'quote_unopened', 'quote_accepted', 'quote_declined', 'order_placed', 'tickets_delivered', 'order_changed', 'price_drop', 'low_stock', 'hold_expired', 'search_match', 'inventory', 'price_rule_stopped')),
  severity text not null check (severity in ('success', 'warning', 'error')),
  title text not null check (title <> ''),
  detail text not null default '',
  -- Path of the page it is about.
  link text check (link ~ '^/'),
  -- The outbox row or the page's own key, so that a repeated one is not listed twice.
  source text not null,
  at timestamptz not null,
  read_at timestamptz,
  constraint notifications__once_per_source unique (account_id, source)
);
create index notifications__by_age on notifications (at);
alter table notifications alter column title set statistics 0, alter column detail set statistics 0, alter column link set statistics 0;
