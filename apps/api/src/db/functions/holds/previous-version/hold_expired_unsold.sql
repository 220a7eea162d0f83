-- Called only by the previous release of Terrace; this one calls hold_ended_unsold, which is the same for holds that the team
-- did not release.
create or replace function hold_expired_unsold(p_state text, p_reserved_until timestamptz, p_as_of timestamptz)
  returns boolean language sql immutable parallel safe as $$
  select p_state in ('active', 'released') and p_reserved_until <= p_as_of
$$;
