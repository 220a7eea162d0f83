-- Invariants: a link opens one quote, and of its last part only the hash and a sealed copy are stored; what a quote offers
-- and when it was quoted for how much never changes; what happened to a quote is added to and never changed; an origin
-- belongs to one team.
create table quotes (
  id text primary key check (id ~ '^qt_'),
  team_id text not null references teams (id),
  created_by text not null references accounts (id),
  event_id integer not null references events (id),
  slug_hash bytea not null,
  -- For the broker, who is shown the link again.
  sealed_slug bytea not null,
  -- What a visitor may choose from the event's stock is named with it: no such name leads to a listing, or is good elsewhere.
  id_key bytea not null check (length(id_key) = 32),
  title text not null check (title <> ''),
  client_name text,
  note text,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  commission_method text not null check (commission_method in ('fixed', 'percentage')),
  commission_minor bigint check (commission_minor >= 0),
  commission_bp integer check (commission_bp >= 0),
  scope text not null check (scope in ('event', 'listings', 'holds')),
  is_vip_listings boolean not null,
  price_mode text not null check (price_mode in ('floating', 'locked')),
  -- Time is no state: one that is past its end is still `active`.
  state text not null default 'active' check (state in ('active', 'accepted', 'declined', 'withdrawn', 'ordered')),
  fee_bp integer not null check (fee_bp >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  view_count integer not null default 0 check (view_count >= 0),
  first_viewed_at timestamptz,
  last_viewed_at timestamptz,
  -- What the client said last.
  answer_kind text check (answer_kind in ('accepted', 'declined')),
  answered_at timestamptz,
  answer_name text,
  answer_email text,
  answer_reason text,
  constraint quotes__slug_once unique (slug_hash),
  constraint quotes__commission_as_its_method check (
    (commission_method = 'fixed') = (commission_minor is not null)
    and (commission_method = 'percentage') = (commission_bp is not null)),
  constraint quotes__views_have_times check (
    (view_count = 0) = (first_viewed_at is null) and (view_count = 0) = (last_viewed_at is null)),
  constraint quotes__answers_have_a_time check ((answer_kind is null) = (answered_at is null))
);
create index quotes__by_team on quotes (team_id, created_at desc, id);
create index quotes__by_event on quotes (event_id, expires_at);

-- `offered` by the broker, or `picked` by a visitor from the whole event or among the alternatives.
create table quote_offers (
  id text primary key check (id ~ '^off_'),
  quote_id text not null references quotes (id) on delete cascade,
  listing_id text not null references listings (id),
  kind text not null check (kind in ('offered', 'picked')),
  quantity integer not null check (quantity > 0),
  position integer not null,
  hold_id text references holds (id),
  -- How the tickets were described, for when their listing is gone.
  facts jsonb not null,
  -- Per ticket, at the moment of quoting: the seller's price, and what it was in the quote's currency at that day's rate.
  seller_minor bigint not null check (seller_minor > 0),
  seller_currency text not null,
  cost_minor bigint not null check (cost_minor > 0),
  rate numeric(20, 10) not null,
  rate_date date,
  -- Tickets of it that the client has accepted.
  accepted integer not null default 0 check (accepted >= 0),
  constraint quote_offers__once unique nulls not distinct (quote_id, listing_id, hold_id)
);

create table quote_history (
  id bigint generated always as identity primary key,
  quote_id text not null references quotes (id) on delete cascade,
  at timestamptz not null,
  what text not null check (what in ('created', 'viewed', 'accepted', 'declined', 'expired', 'withdrawn', 'revived', 'extended',
    'commission_changed', 'sent', 'ordered')),
  -- Somebody of the team, or whoever had the link and gave a name.
  account_id text references accounts (id),
  who text,
  why text,
  facts jsonb not null default '{}'
);
create index quote_history__by_quote on quote_history (quote_id, id);
create trigger quote_history__append_only before update on quote_history
  for each row execute function refuse_change();

-- A quote may be bought from more than once: a part now, a part later.
create table quote_orders (
  order_id text primary key references orders (id),
  quote_id text not null references quotes (id)
);
create index quote_orders__by_quote on quote_orders (quote_id);

create table quote_letters (
  id text primary key check (id ~ '^qlt_'),
  quote_id text not null references quotes (id) on delete cascade,
  sent_by text not null references accounts (id),
  email text not null,
  message text not null default '',
  requested_at timestamptz not null
);
create index quote_letters__by_quote on quote_letters (quote_id, requested_at);

create table team_quote_settings (
  team_id text primary key references teams (id) on delete cascade,
  name text not null default '',
  colour text not null default '#0a6a4d' check (colour ~ '^#[0-9a-f]{6}$'),
  contact_email text not null default '',
  contact_phone text not null default '',
  offers_alternatives boolean not null default true,
  holds_on_accept boolean not null default false,
  hold_at_most integer not null default 8 check (hold_at_most between 1 and 60),
  mail_view boolean not null default false,
  mail_accept boolean not null default true,
  mail_decline boolean not null default true,
  -- Such as https://tickets.example.com: the white-label origin on which this team's quotes are shown, and no others.
  quote_origin text constraint team_quote_settings__origin_once unique check (quote_origin ~ '^https?://[^/]+$')
);

create table team_quote_logos (
  team_id text primary key references teams (id) on delete cascade,
  -- By which anybody may fetch it; it says nothing of the team.
  id text not null unique,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null,
  updated_at timestamptz not null
);

-- Those of the events of which a quote can be seen that follows their stock: only there somebody may be looking.
create function events_with_open_quotes(ids integer[]) returns setof integer language sql stable as $$
  select distinct q.event_id from quotes q
  where q.event_id = any(ids) and q.expires_at > clock_timestamp() and q.state <> 'withdrawn'
$$;
