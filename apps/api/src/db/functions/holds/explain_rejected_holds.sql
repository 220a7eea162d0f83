-- The responses to the requests that are not in `p_handled_requests`: why each was rejected. Called by
-- place_holds.
create or replace function explain_rejected_holds(
  p_team_ids text[], p_line_requests integer[], p_hold_ids text[], p_listing_ids text[], p_quantities integer[],
  p_quote_refs text[], p_currencies text[], p_team_limit integer, p_max_rate_days integer,
  p_cooldown_after integer, p_cooldown_window_minutes integer, p_cooldown_minutes integer,
  p_handled_requests integer[], p_as_of timestamptz)
  returns table (request integer, response jsonb) language plpgsql as $$
#variable_conflict use_column
begin
  return query
    with summary as (
      select line.request,
        min(line.currency) filter (where line.listing_exists and line.rate is null
          and (exchange_rate('EUR', line.currency, utc_day(p_as_of))).rate is null) as unknown_currency,
        min(line.rate_date) filter (where utc_day(p_as_of) - line.rate_date > p_max_rate_days) as stale_day,
        -- Alternatives only for listings that this team could buy from.
        jsonb_agg(case
          when line.code in ('listing.insufficient_quantity', 'listing.split_not_allowed', 'listing.no_rate') then
            jsonb_build_object('listing_id', line.listing_id, 'code', line.code, 'available', line.available, 'splits',
              sellable_quantities(line.listing_id, p_as_of))
          when line.code = 'listing.held_too_often' then jsonb_build_object('listing_id', line.listing_id, 'code', line.code,
            'available', line.available, 'splits', '[]'::jsonb, 'retry_at', line.retry_at)
          else jsonb_build_object('listing_id', line.listing_id, 'code', line.code, 'available', 0, 'splits', '[]'::jsonb)
        end) filter (where line.code is not null) as rejected
      from evaluate_hold_lines(p_team_ids, p_line_requests, p_hold_ids, p_listing_ids, p_quantities, p_quote_refs,
        p_currencies, p_handled_requests, p_cooldown_after, p_cooldown_window_minutes, p_cooldown_minutes, p_as_of) line
      group by line.request
    )
    select s.request, case
      when s.unknown_currency is not null then jsonb_build_object('currency_unknown', s.unknown_currency)
      when s.stale_day is not null then jsonb_build_object('rate_stale', s.stale_day)
      when s.rejected is not null then jsonb_build_object('rejected', s.rejected)
      else jsonb_build_object('team_limit_left',
        greatest(0, p_team_limit - team_held_quantity(p_team_ids[s.request], p_as_of)))
    end
    from summary s;
end $$;
