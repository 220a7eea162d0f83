-- Whether the time of an unsold hold has run out by `p_as_of`. Only for holds that the team did not release: expired
-- holds get the state `released` as well, so one that the team released counts as expired from `p_reserved_until` on. For
-- those, use hold_ended_unsold.
-- hold_is_open.sql has a table of these predicates.
create or replace function hold_expired_unsold(p_state text, p_reserved_until timestamptz, p_as_of timestamptz)
  returns boolean language sql immutable parallel safe as $$
  select p_state in ('active', 'released') and p_reserved_until <= p_as_of
$$;
