-- Whether the time of a hold has run out by `p_as_of` and nothing was bought. Cannot tell expired holds from those that
-- the team released, because cleanup marks both as released: the caller knows that the team did not release it.
create or replace function hold_expired_unsold(p_state text, p_reserved_until timestamptz, p_as_of timestamptz)
  returns boolean language sql immutable parallel safe as $$
  select p_state in ('active', 'released') and p_reserved_until <= p_as_of
$$;
