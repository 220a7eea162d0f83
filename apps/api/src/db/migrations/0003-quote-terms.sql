-- Whether a client accepts any of a quote's offers or exactly one, the broker's own reference and notes, and the terms
-- that a team's new quotes start with.
alter table quotes
  add column offer_choice text not null default 'any' check (offer_choice in ('any', 'one')),
  add column reference text check (reference <> ''),
  add column internal_note text check (internal_note <> '');
comment on column quotes.offer_choice is
  '`one`: the offers are alternatives, and the client accepts exactly one of them.';
comment on column quotes.reference is 'The broker''s own, such as a purchase order number. Never shown to clients.';
comment on column quotes.internal_note is 'For the broker''s team only.';

alter table team_quote_settings
  add column default_commission_method text not null default 'percentage'
    check (default_commission_method in ('fixed', 'percentage')),
  add column default_commission_minor bigint check (default_commission_minor >= 0),
  add column default_commission_bp integer check (default_commission_bp >= 0),
  add column default_currency text check (default_currency ~ '^[A-Z]{3}$'),
  add column default_expiry_hours integer not null default 24
    check (default_expiry_hours between 2 and 24 and default_expiry_hours % 2 = 0),
  add column default_price_mode text not null default 'floating' check (default_price_mode in ('floating', 'locked')),
  add column default_offer_choice text not null default 'any' check (default_offer_choice in ('any', 'one')),
  add column default_note text not null default '',
  add constraint team_quote_settings__default_commission_matches_method check (
    (default_commission_minor is null or default_commission_method = 'fixed' and default_currency is not null)
    and (default_commission_bp is null or default_commission_method = 'percentage'));
comment on column team_quote_settings.default_currency is 'Null: the currency in which the broker sees prices.';
