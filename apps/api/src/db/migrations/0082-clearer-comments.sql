-- Comments only.
comment on column holds.is_open is
  'Whether `state` is `active` or `paying`, even after `reserved_until`: `hold_is_open` also compares the time. The column of the partial indexes, because it changes less often than `state`.';
comment on column holds.revision is
  'Incremented by every change that calendars show: a released part, a payment that starts or ends. The `SEQUENCE` of calendar files.';
comment on column handover_redemptions.expires_at is
  'After this time the code has expired, and the row may be deleted.';
comment on column holds.release_at is
  'When `release_quantity` tickets are released, unless the release is undone or a payment starts first. Stock stays reserved until then.';
