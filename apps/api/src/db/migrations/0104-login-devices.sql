-- What tells a login on a known device from one on a new device.
alter table accounts add column last_login_at timestamptz, add column known_device_epoch integer not null default 0;
comment on column accounts.last_login_at is
  'The last login that this release or a later one saw. The first login sends no email about a new device.';
comment on column accounts.known_device_epoch is
  'Part of the cookies of known devices. Raised to forget all of them.';
