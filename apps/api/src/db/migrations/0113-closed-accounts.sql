-- When an account was closed, and when its personal data were erased.
alter table accounts add column closed_at timestamptz, add column erased_at timestamptz;
comment on column accounts.closed_at is 'Set by a trigger; null for an account that is not removed.';
comment on column accounts.erased_at is 'When names and addresses were replaced, some days after it was closed.';
update accounts set closed_at = clock_timestamp() where status = 'removed';
create index accounts__closed on accounts (closed_at) where (status = 'removed' and erased_at is null);
