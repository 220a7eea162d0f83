-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- A link opens one quote; only the hash and an encrypted copy of its slug are stored. Expiry is not a state: an expired quote is still `active`.
create table quotes (
  id text primary key check (id ~ '^qt_'),
  team_id text not null references teams(id),
  created_by text not null references accounts(id),
  event_id integer not null references catalogue_events(id),
  slug_hash bytea not null,
  -- For the broker, who can open the link again.
  encrypted_slug bytea not null,
  -- Signs the ids of offers that clients choose from the event's stock, so that such an id reveals no listing and works in no other quote.
  id_key bytea not null check (length(id_key) = 32),
  title text not null check (title <> ''),
  client_name text,
  note text,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  commission_method text not null check (commission_method in ('fixed', 'percentage')),
  commission_minor bigint check (commission_minor >= 0),
  commission_bp integer check (commission_bp >= 0),
  scope text not null check (scope in ('event', 'listings', 'holds')),
  -- A quote of a whole event offers hospitality listings only.
  is_hospitality_only boolean not null,
  price_mode text not null check (price_mode in ('floating', 'locked')),
  state text not null default 'active' check (state in ('active', 'accepted', 'declined', 'withdrawn', 'ordered')),
  fee_bp integer not null check (fee_bp >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  view_count integer not null default 0 check (view_count >= 0),
  first_viewed_at timestamptz,
  last_viewed_at timestamptz,
  -- The client's latest response.
  response_kind text check (response_kind in ('accepted', 'declined')),
  responded_at timestamptz,
  response_name text,
  response_email text,
  response_reason text,
  -- When the team was last emailed about views; at most once an hour.
  view_notified_at timestamptz,
  -- `one`: the offers are alternatives, and the client accepts exactly one of them.
  offer_choice text not null default 'any' check (offer_choice in ('any', 'one')),
  -- The broker's own, such as a purchase order number. Never shown to clients.
  reference text check (reference <> ''),
  -- For the broker's team only.
  internal_note text check (internal_note <> ''),
  -- When its link was first emailed, copied or shown as a code.
  first_sent_at timestamptz,
  -- Null once the reminder was sent or is no longer needed.
  reminder_due_at timestamptz,
  -- Until then, no further email about the client's answers is planned; null if none was.
  answer_emails_until timestamptz,
  constraint quotes__slug_unique unique (slug_hash),
  constraint quotes__commission_matches_method check ((commission_method = 'fixed') = (commission_minor is not null) and (commission_method = 'percentage') = (commission_bp is not null)),
  constraint quotes__reminder_after_sending check (reminder_due_at is null or first_sent_at is not null),
  constraint quotes__response_has_time check ((response_kind is null) = (responded_at is null)),
  constraint quotes__views_have_times check ((view_count = 0) = (first_viewed_at is null) and (view_count = 0) = (last_viewed_at is null))
);
create index quotes__active_by_team on quotes (team_id, expires_at) where (state = 'active');
create index quotes__answered_by_age on quotes (responded_at) where (responded_at is not null);
create index quotes__by_event on quotes (event_id, expires_at);
create index quotes__by_team on quotes (team_id, created_at desc, id);
create index quotes__open_by_expiry on quotes (expires_at) where (state in ('active', 'accepted'));
create index quotes__reminder_due on quotes (reminder_due_at) where (reminder_due_at is not null);
create index quotes__responded_by_team on quotes (team_id, responded_at) where (state in ('accepted', 'declined'));

-- `offered` by the broker, or `selected` by a client from the event or the alternatives. Prices are per ticket as they were when quoted and never change.
create table quote_offers (
  id text primary key check (id ~ '^off_'),
  quote_id text not null references quotes(id) on delete cascade,
  listing_id text not null references listings(id),
  kind text not null check (kind in ('offered', 'selected')),
  quantity integer not null check (quantity > 0),
  position integer not null,
  hold_id text references holds(id),
  -- How the tickets were described, for when their listing is no longer available.
  snapshot jsonb not null,
  -- Price per ticket in minor units of `seller_currency`: the listing's, or for an offer of a hold the ticket price that the hold froze.
  seller_price_minor bigint not null check (seller_price_minor > 0),
  -- Currency of `seller_price_minor`: the seller's, or for an offer of a hold the currency in which the team buys.
  seller_currency text not null,
  -- What a ticket cost the team when quoted, without service fee, in minor units of the quote's currency: `seller_price_minor` converted at `rate`.
  cost_minor bigint not null check (cost_minor > 0),
  -- Units of the quote's currency for one unit of `seller_currency`.
  rate numeric(20,10) not null,
  rate_date date,
  -- How many tickets the client accepted.
  accepted integer not null default 0 check (accepted >= 0),
  -- The price per ticket that the client accepted, in the quote's currency.
  agreed_minor bigint check (agreed_minor > 0),
  constraint quote_offers__unique unique nulls not distinct (quote_id, listing_id, hold_id),
  constraint quote_offers__agreed_price_is_accepted check (agreed_minor is null or accepted > 0)
);
create index quote_offers__by_hold on quote_offers (hold_id) where (hold_id is not null);

-- Append-only.
create table quote_history (
  id bigint generated always as identity primary key,
  quote_id text not null references quotes(id) on delete cascade,
  at timestamptz not null,
  event text not null check (event in ('created', 'viewed', 'accepted', 'declined', 'expired', 'withdrawn', 'withdrawal_undone', 'reopened', 'extended', 'commission_changed', 'sent', 'ordered', 'order_reversed')),
  -- A member of the team; null for a client.
  account_id text references accounts(id),
  -- The name that a client gave.
  actor_name text,
  reason text,
  details jsonb not null default '{}'
);
create index quote_history__answers_by_email on quote_history (lower((details ->> 'email'))) where (details ? 'email');
create index quote_history__by_age on quote_history (at);
create index quote_history__by_quote on quote_history (quote_id, id);

-- A quote can be bought from more than once.
create table quote_orders (
  order_id text primary key references orders(id),
  quote_id text not null references quotes(id),
  -- Exchange rate from the order's currency to the quote's on the order date; null where there was no rate.
  rate numeric check (rate > 0::numeric)
);
create index quote_orders__by_quote on quote_orders (quote_id);

create table quote_emails (
  id text primary key check (id ~ '^qem_'),
  quote_id text not null references quotes(id) on delete cascade,
  sent_by text not null references accounts(id),
  email text not null,
  message text not null default '',
  requested_at timestamptz not null
);
create index quote_emails__by_age on quote_emails (requested_at);
create index quote_emails__by_quote on quote_emails (quote_id, requested_at);
create index quote_emails__by_recipient on quote_emails (lower(email), requested_at);

create table team_quote_settings (
  team_id text primary key references teams(id) on delete cascade,
  name text not null default '',
  colour text not null default '#0a6a4d' check (colour ~ '^#[0-9a-f]{6}$'),
  contact_email text not null default '',
  contact_phone text not null default '',
  offers_alternatives boolean not null default true,
  holds_on_accept boolean not null default false,
  max_held_on_accept integer not null default 8 check (max_held_on_accept >= 1 and max_held_on_accept <= 60),
  email_on_view boolean not null default true,
  email_on_accept boolean not null default true,
  email_on_decline boolean not null default true,
  -- White-label origin, such as https://tickets.example.com, that shows the quotes of this team only.
  quote_origin text check (quote_origin ~ '^https?://[^/]+$'),
  default_commission_method text not null default 'percentage' check (default_commission_method in ('fixed', 'percentage')),
  default_commission_minor bigint check (default_commission_minor >= 0),
  default_commission_bp integer check (default_commission_bp >= 0),
  -- Null: the currency in which the broker sees prices.
  default_currency text check (default_currency ~ '^[A-Z]{3}$'),
  default_expiry_hours integer not null default 24 check (default_expiry_hours >= 2 and default_expiry_hours <= 24 and (default_expiry_hours % 2) = 0),
  default_price_mode text not null default 'floating' check (default_price_mode in ('floating', 'locked')),
  default_offer_choice text not null default 'any' check (default_offer_choice in ('any', 'one')),
  default_note text not null default '',
  email_on_unopened boolean not null default true,
  constraint team_quote_settings__origin_unique unique (quote_origin),
  constraint team_quote_settings__default_commission_matches_method check ((default_commission_minor is null or default_commission_method = 'fixed' and default_currency is not null) and (default_commission_bp is null or default_commission_method = 'percentage'))
);

create table team_quote_logos (
  team_id text primary key references teams(id) on delete cascade,
  -- Public id of the image; reveals nothing about the team.
  id text not null unique,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null,
  updated_at timestamptz not null
);
