-- Whether a hold that the team did not release has expired by `p_as_of` without a sale. Expired holds get the state
-- `released` too, so for a hold that may have been released by the team, use hold_ended_unsold: this could not tell
-- whether it expired.
-- hold_is_open.sql has a table of these predicates.
create or replace function hold_expired_unsold(p_state text, p_reserved_until timestamptz, p_as_of timestamptz)
  returns boolean language sql immutable parallel safe as $$
  select p_state in ('active', 'released') and p_reserved_until <= p_as_of
$$;
