-- Whether a hold is open, or being paid for even after expiry. The team still sees such a hold.
-- hold_is_open.sql has a table of these predicates.
create or replace function hold_is_current(
  p_is_open boolean, p_state text, p_reserved_until timestamptz, p_as_of timestamptz)
  returns boolean language sql immutable parallel safe as $$
  select p_is_open and (p_state = 'paying' or p_reserved_until > p_as_of)
$$;
