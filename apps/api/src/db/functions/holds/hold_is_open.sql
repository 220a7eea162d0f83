-- Whether a hold reserves stock at `p_as_of`: the only definition. PostgreSQL inlines it, so partial indexes on these
-- states apply. packages/domain/src/lifecycles/hold-lifecycle.ts explains the words open, current and ended.
create or replace function hold_is_open(p_state text, p_reserved_until timestamptz, p_as_of timestamptz)
  returns boolean language sql immutable parallel safe as $$
  select p_state in ('active', 'paying') and p_reserved_until > p_as_of
$$;
