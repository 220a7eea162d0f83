-- Whether a hold has ended without a sale by `p_as_of`: it was released, or it expired without a payment in progress.
-- hold_is_open.sql has a table of these predicates.
create or replace function hold_ended_unsold(p_state text, p_reserved_until timestamptz, p_as_of timestamptz)
  returns boolean language sql immutable parallel safe as $$
  select p_state = 'released' or (p_state = 'active' and p_reserved_until <= p_as_of)
$$;
