-- Tickets that the seller keeps off the market at `p_as_of`: the "own hold" of a listing, which is not a row of `holds`.
-- It ends at `p_until`; a job clears the columns later.
create or replace function own_hold_quantity(p_quantity integer, p_until timestamptz, p_as_of timestamptz)
  returns integer language sql immutable parallel safe as $$
  select case when p_until > p_as_of then p_quantity else 0 end
$$;
