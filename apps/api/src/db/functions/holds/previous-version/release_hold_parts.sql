-- Called only by functions of the previous release, which may still run during an upgrade.
-- This release calls release_remaining_requests instead.
create or replace function release_hold_parts(
  p_team_ids text[], p_line_requests integer[], p_hold_ids text[], p_quantities integer[], p_handled_requests integer[],
  p_as_of timestamptz)
  returns table (request integer, response jsonb)
  language sql as $$
  select * from release_remaining_requests(p_team_ids, p_line_requests, p_hold_ids, p_quantities, p_handled_requests,
    p_as_of)
$$;
