-- Comments only.
comment on column holds.is_open is
  'Whether `state` is `active` or `paying`, the part of "open" that an index can store. True even after `reserved_until`: whether the hold still reserves stock, the function `hold_is_open` says, which also compares the time.';
comment on column holds.release_at is
  'A plan: when `release_quantity` tickets will be released, unless the release is undone or a payment starts first. Stock stays reserved until then.';
comment on column holds.release_quantity is
  'How many tickets `release_at` concerns.';
comment on column holds.released_at is
  'A fact: when `state` became `released`, by the team or because nothing could be sold. Null for holds that expired, which ended at `reserved_until`, and for holds older than this column.';
comment on column holds.quote_ref is
  'Id of the team''s quote that the hold is for: `quotes.id`, without a foreign key, because quotes depend on holds and not the other way round.';
comment on column checkout_attempts.state is
  'packages/domain/src/lifecycles/attempt-lifecycle.ts says what each state means.';
comment on column checkout_attempts.final_payment_id is
  '`gateway_payment_id` of a final attempt; null while the attempt is open. Its index finds final attempts by payment, without an index entry for each step of an open one.';
