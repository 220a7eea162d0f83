-- What the cool-down of repeated holds reads: when a hold was released, and whether it counts.
alter table holds
  add column released_at timestamptz,
  add column counts_towards_cooldown boolean not null default true;
comment on column holds.released_at is 'When the team released it. Null for holds that ended otherwise, and for older ones.';
comment on column holds.counts_towards_cooldown is
  'False once a payment has started, and for holds that a client''s acceptance placed: neither delays the next hold.';
