-- Steps of a payment update their rows without a new entry in any index, and change few adjacent bytes (ADR 0023).

-- Columns that change in each step of a payment are next to each other at the end of the row: the log has the bytes from the
-- first changed one to the last.
drop index checkout_attempts__by_gateway_payment;
alter table checkout_attempts drop column is_open;
alter table checkout_attempts rename column state to old_state;
alter table checkout_attempts rename column gateway_payment_id to old_payment_id;
alter table checkout_attempts rename column lease_expires_at to old_lease;
alter table checkout_attempts rename column updated_at to old_updated_at;
alter table checkout_attempts
  add column lease_expires_at timestamptz not null default '-infinity',
  add column updated_at timestamptz not null default clock_timestamp(),
  add column state text not null default '',
  add column gateway_payment_id text;
update checkout_attempts
set lease_expires_at = old_lease, updated_at = old_updated_at, state = old_state, gateway_payment_id = old_payment_id;
alter table checkout_attempts alter column state drop default,
  drop column old_state, drop column old_payment_id, drop column old_lease, drop column old_updated_at;
alter table checkout_attempts add column is_open boolean not null
  generated always as (state not in ('confirmed', 'declined', 'refunded', 'cancelled')) stored;
comment on column checkout_attempts.is_open is
  'Whether the attempt can still change: the opposite of `isAttemptFinal` in packages/domain/src/lifecycles/attempt-lifecycle.ts.';
create index checkout_attempts__open_by_team on checkout_attempts (team_id) where is_open;

-- The payment's id is stored in an open attempt, and looked for in open attempts, which are few, and in final ones.
alter table checkout_attempts add column final_payment_id text generated always as (
  case when state in ('confirmed', 'declined', 'refunded', 'cancelled') then gateway_payment_id end) stored;
comment on column checkout_attempts.final_payment_id is
  'The payment''s id once the attempt is final: indexed instead of `gateway_payment_id`, which an open attempt gets.';
create index checkout_attempts__by_final_payment on checkout_attempts (final_payment_id)
  where final_payment_id is not null;

-- A started payment keeps a hold open: no column of an index changes, so no index is written.
drop index holds__open_by_listing, holds__open_by_team, holds__open_by_reserved_until, holds__by_attempt;
alter table holds drop constraint holds__paying_has_attempt, drop constraint holds__scheduled_release;
alter table holds rename column state to old_state;
alter table holds add column state text;
update holds set state = old_state;
alter table holds alter column state set not null, drop column old_state;
alter table holds add check (state in ('active', 'paying', 'released', 'sold'));
alter table holds add column is_open boolean not null
  generated always as (state in ('active', 'paying')) stored;
comment on column holds.state is
  '`released`: ended without a sale, for whatever reason: released by the team, expired and cleaned up, or not sellable.';
comment on column holds.is_open is
  'Whether it may reserve stock, until `reserved_until`: the column of the partial indexes, because it changes less often than `state`.';
alter table holds add constraint holds__paying_has_attempt check (state <> 'paying' or attempt_id is not null),
  add constraint holds__reserved_until_expiry check (reserved_until >= expires_at),
  add constraint holds__scheduled_release check ((release_at is null) = (release_quantity is null)
    and (release_at is null or state = 'active' and release_quantity >= 1 and release_quantity <= quantity));
create index holds__open_by_listing on holds (listing_id) where is_open;
create index holds__open_by_team on holds (team_id) where is_open;
create index holds__open_by_expiry on holds (expires_at) where is_open;
drop function if exists hold_is_open(text, timestamptz, timestamptz);
drop function if exists hold_is_current(text, timestamptz, timestamptz);

-- The row behind each of these keys is implied by another one of the same row: the team by the account, the hold by its
-- order line, the listing by the hold.
alter table checkout_attempts drop constraint checkout_attempts_team_id_fkey;
alter table checkout_attempt_lines drop constraint checkout_attempt_lines_hold_id_fkey;
alter table order_lines drop constraint order_lines_listing_id_fkey;

-- Only a daily job reads by age, and an account keeps few.
drop index notifications__by_age;
