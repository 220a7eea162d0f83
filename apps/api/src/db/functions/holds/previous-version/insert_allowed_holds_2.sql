-- Called only by functions of the previous release, which may still run during an upgrade.
-- This release calls insert_allowed_holds instead.
create or replace function insert_allowed_holds_2(
  p_team_ids text[], p_account_ids text[], p_line_requests integer[], p_hold_ids text[], p_listing_ids text[],
  p_quantities integer[], p_quote_refs text[], p_currencies text[], p_team_limit integer, p_hold_minutes integer,
  p_fee_bp integer, p_max_rate_days integer, p_cooldown_after integer, p_cooldown_window_minutes integer, p_cooldown_minutes integer,
  p_handled_requests integer[], p_as_of timestamptz)
  returns table (request integer, response jsonb)
  language sql as $$
  select * from insert_allowed_holds(p_team_ids, p_account_ids, p_line_requests, p_hold_ids, p_listing_ids,
    p_quantities, p_quote_refs, p_currencies, p_team_limit, p_hold_minutes, p_fee_bp, p_max_rate_days,
    p_cooldown_after, p_cooldown_window_minutes, p_cooldown_minutes, p_handled_requests, p_as_of)
$$;
