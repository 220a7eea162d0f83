-- Invariants: a refund is asked for until the gateway says how it ended; one that failed is tried anew in a round of its own, or
-- was paid by other means, which are named.
alter table sandbox.refunds add column metadata jsonb not null default '{}';

alter table order_refunds
  -- Each has an idempotency key of its own: a gateway repeats the failure that it once answered.
  add column round integer not null default 1 check (round > 0),
  add column paid_otherwise text check (paid_otherwise <> ''),
  add constraint order_refunds__otherwise check (paid_otherwise is null or state = 'succeeded');
create index order_refunds__by_gateway_refund on order_refunds (gateway_refund_id);
