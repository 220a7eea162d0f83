-- Called only by functions of the previous release, which may still run during an upgrade.
-- This release calls evaluate_releases instead.
create or replace function evaluate_release_lines(
  p_team_ids text[], p_line_requests integer[], p_hold_ids text[], p_quantities integer[], p_handled_requests integer[],
  p_as_of timestamptz)
  returns table (request integer, hold_id text, quantity integer, held integer, split_type text, quantity_limit integer,
    multiple_sale_unit integer, available integer, is_listing_shared boolean, code text)
  language sql stable as $$
  select * from evaluate_releases(p_team_ids, p_line_requests, p_hold_ids, p_quantities, p_handled_requests, p_as_of)
$$;
