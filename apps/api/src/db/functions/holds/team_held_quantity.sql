-- How many tickets a team holds.
create or replace function team_held_quantity(p_team_id text, p_as_of timestamptz) returns bigint language sql stable as $$
  select coalesce(sum(h.quantity), 0) from holds h
  where h.team_id = p_team_id and hold_is_open(h.is_open, h.reserved_until, p_as_of)
$$;
