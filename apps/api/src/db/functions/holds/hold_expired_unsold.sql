-- Whether an unsold hold has expired by `p_as_of`. Do not call it for holds that the team may have released: their state is
-- `released`, like that of expired holds, so they count as expired after `p_reserved_until`. hold_ended_unsold handles both.
-- hold_is_open.sql has a table of these predicates.
create or replace function hold_expired_unsold(p_state text, p_reserved_until timestamptz, p_as_of timestamptz)
  returns boolean language sql immutable parallel safe as $$
  select p_state in ('active', 'released') and p_reserved_until <= p_as_of
$$;
