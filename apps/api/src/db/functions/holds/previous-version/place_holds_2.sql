-- Called only by the previous release of Terrace. This release calls place_holds instead.
create or replace function place_holds_2(
  p_team_ids text[], p_account_ids text[], p_keys text[], p_body_hashes bytea[],
  p_line_requests integer[], p_hold_ids text[], p_listing_ids text[], p_quantities integer[], p_quote_refs text[],
  p_currencies text[], p_team_limit integer, p_hold_minutes integer, p_fee_bp integer, p_max_rate_days integer,
  p_cooldown_after integer, p_cooldown_window_minutes integer, p_cooldown_minutes integer)
  returns table (request integer, response jsonb)
  language sql as $$
  select * from place_holds(p_team_ids, p_account_ids, p_keys, p_body_hashes, p_line_requests, p_hold_ids,
    p_listing_ids, p_quantities, p_quote_refs, p_currencies, p_team_limit, p_hold_minutes, p_fee_bp, p_max_rate_days,
    p_cooldown_after, p_cooldown_window_minutes, p_cooldown_minutes)
$$;
