-- Called only by functions of the previous release, which may still run during an upgrade.
-- This release calls evaluate_hold_lines instead.
create or replace function evaluate_hold_lines_2(
  p_team_ids text[], p_line_requests integer[], p_hold_ids text[], p_listing_ids text[], p_quantities integer[],
  p_quote_refs text[], p_currencies text[], p_handled_requests integer[],
  p_cooldown_after integer, p_cooldown_window_minutes integer, p_cooldown_minutes integer,
  p_as_of timestamptz)
  returns table (request integer, hold_id text, listing_id text, quantity integer, quote_ref text, currency text,
    listing_exists boolean, event_id integer, starts_at timestamptz, available integer, split_type text,
    quantity_limit integer, multiple_sale_unit integer, price_minor bigint, seller_currency text, rate numeric,
    rate_date date, retry_at timestamptz, code text)
  language sql stable as $$
  select * from evaluate_hold_lines(p_team_ids, p_line_requests, p_hold_ids, p_listing_ids, p_quantities, p_quote_refs,
    p_currencies, p_handled_requests, p_cooldown_after, p_cooldown_window_minutes, p_cooldown_minutes, p_as_of)
$$;
