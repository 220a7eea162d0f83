-- Comments only.
comment on column holds.release_at is
  'When a scheduled release of `release_quantity` tickets will take place, unless the team undoes it or a payment starts first. The tickets stay reserved until then. Not to be confused with `released_at`.';
comment on column holds.released_at is
  'When `state` became `released`: the team released the hold, or nothing could be sold. Null for holds that expired, which ended at `reserved_until`, and for holds older than this column. Not to be confused with `release_at`.';
comment on column holds.is_open is
  'Whether `state` is `active` or `paying`, for partial indexes, which cannot compare the time. Stays true after `reserved_until`; whether a hold reserves stock is said by the function `hold_is_open`.';
comment on column checkout_attempts.final_payment_id is
  '`gateway_payment_id` again, for final attempts only; null while the attempt is open. It exists for its index, which finds final attempts by payment and needs no entry for each step of an open one.';
comment on table tickets is
  'Deliveries, not single tickets: what a seller delivered, a file, a link or a reference, for one ticket of a line or for all of them.';
comment on table seller_accounts is
  'A team that sells, or that applies to become a seller. Sellers that an operator added have a row once they have limits or are suspended.';
comment on column sessions.tickets_allowed_at is
  'When the session downloaded its first ticket, after reauthentication. Later downloads need none.';
comment on column listing_tickets.state is
  '`free`: not sold. Unrelated to `free` of listing_stock, which also leaves out held tickets.';
