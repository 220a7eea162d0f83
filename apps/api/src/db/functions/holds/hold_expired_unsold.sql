-- Whether the time of a hold has run out by `p_as_of` and nothing was bought. Call it only for holds that the team did
-- not release: those also end in state `released`, so this could not tell them apart.
-- hold_is_open.sql has a table of these predicates.
create or replace function hold_expired_unsold(p_state text, p_reserved_until timestamptz, p_as_of timestamptz)
  returns boolean language sql immutable parallel safe as $$
  select p_state in ('active', 'released') and p_reserved_until <= p_as_of
$$;
