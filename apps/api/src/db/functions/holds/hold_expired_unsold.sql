-- Whether the time of a hold has run out by `p_as_of` and nothing was bought. `released` counts, because cleanup marks
-- expired holds so: ask only about holds that were not released before.
create or replace function hold_expired_unsold(p_state text, p_reserved_until timestamptz, p_as_of timestamptz)
  returns boolean language sql immutable parallel safe as $$
  select p_state in ('active', 'released') and p_reserved_until <= p_as_of
$$;
