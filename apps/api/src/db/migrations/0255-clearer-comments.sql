-- Comments only.
comment on column holds.state is
  '`released`: ended without a sale. The team released it, it expired and a job cleaned it up, or nothing could be sold when its payment succeeded.';
comment on column holds.is_open is
  'True in the states `active` and `paying`, even after `reserved_until`: a generated column cannot compare the time. It exists for partial indexes; call the function `hold_is_open` to find out whether a hold reserves stock.';
comment on table checkout_attempts is
  'A lease keeps other processes away from an attempt until `lease_expires_at`; every stored step renews it for 30 seconds. It is free earlier, after 4 seconds, if its process stops sending heartbeats (function `lease_is_free`); the reconciler then continues. It can also expire during slow calls to the payment gateway: ADR 0004 says why two processes may act on one attempt.';
comment on column payment_failures.attempt_id is
  'The checkout attempt or, for a card that was being saved, the id of the gateway''s setup with a suffix for the try.';
