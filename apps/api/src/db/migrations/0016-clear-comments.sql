-- A function gets a name that says what it does, and comments say what is true; no data changes.
drop function if exists release_due_holds();

comment on table checkout_attempts is
  'A lease keeps other processes away from an attempt until `lease_expires_at`; every stored step renews it. After a crash it runs out and the reconciler continues. It may also run out during slow calls to the payment gateway: ADR 0004 says why two processes may act on one attempt.';
comment on column checkout_attempts.is_open is
  'Whether the attempt can still change: the opposite of `isAttemptFinal` in packages/domain/src/lifecycles/attempt-lifecycle.ts.';

comment on column quote_offers.seller_price_minor is
  'Price per ticket in minor units of `seller_currency`: the listing''s, or for an offer of a hold the ticket price that the hold froze.';
comment on column quote_offers.seller_currency is
  'Currency of `seller_price_minor`: the seller''s, or for an offer of a hold the currency in which the team buys.';
comment on column quote_offers.cost_minor is
  'What a ticket cost the team when quoted, without service fee, in minor units of the quote''s currency: `seller_price_minor` converted at `rate`.';
comment on column quote_offers.rate is
  'Units of the quote''s currency for one unit of `seller_currency`.';
