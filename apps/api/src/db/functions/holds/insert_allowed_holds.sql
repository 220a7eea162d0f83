-- Places the holds of every request that no rule rejects, and returns their responses. Called by place_holds, inside its
-- locks and settings. Holds placed with p_cooldown_after null never count towards the cool-down of other holds.
create or replace function insert_allowed_holds(
  p_team_ids text[], p_account_ids text[], p_line_requests integer[], p_hold_ids text[], p_listing_ids text[],
  p_quantities integer[], p_quote_refs text[], p_currencies text[], p_team_limit integer, p_hold_minutes integer,
  p_fee_bp integer, p_max_rate_days integer, p_cooldown_after integer, p_cooldown_window_minutes integer, p_cooldown_minutes integer,
  p_handled_requests integer[], p_as_of timestamptz)
  returns table (request integer, response jsonb) language plpgsql as $$
#variable_conflict use_column
begin
  return query
    with line as (
      select evaluated.*,
        count(*) filter (where evaluated.code is not null or utc_day(p_as_of) - evaluated.rate_date > p_max_rate_days)
          over of_request as rejected,
        sum(evaluated.quantity) over of_request as requested
      from evaluate_hold_lines(p_team_ids, p_line_requests, p_hold_ids, p_listing_ids, p_quantities, p_quote_refs,
        p_currencies, p_handled_requests, p_cooldown_after, p_cooldown_window_minutes, p_cooldown_minutes, p_as_of)
        evaluated
      window of_request as (partition by evaluated.request)
    ), placed as (
      insert into holds (id, team_id, created_by, listing_id, event_id, quantity, state, seller_price_minor, seller_currency,
        ticket_price_minor, buyer_currency, rate, rate_date, fee_bp, quote_ref, expires_at, reserved_until,
        counts_towards_cooldown)
      select l.hold_id, p_team_ids[l.request], p_account_ids[l.request], l.listing_id, l.event_id, l.quantity, 'active',
        l.price_minor, l.seller_currency, round(l.price_minor * l.rate), l.currency, l.rate, l.rate_date, p_fee_bp,
        l.quote_ref, expiry.at, expiry.at, p_cooldown_after is not null
      from line l
      -- Both times, expires_at and reserved_until, are equal until a payment extends the second.
      cross join lateral (select least(p_as_of + make_interval(mins => p_hold_minutes), l.starts_at)) expiry (at)
      where l.rejected = 0 and l.requested <= p_team_limit - team_held_quantity(p_team_ids[l.request], p_as_of)
      returning id, team_id, listing_id, event_id, quantity, ticket_price_minor, buyer_currency, expires_at
    ), changed as (
      update listings l set version = l.version + 1 from placed p where l.id = p.listing_id
      returning p.*, l.version
    ), recorded as (
      insert into outbox (topic, subject, payload)
      select 'hold.placed', c.listing_id, jsonb_build_object('eventId', c.event_id, 'listingId', c.listing_id,
        'holdId', c.id, 'teamId', c.team_id, 'quantity', c.quantity, 'version', c.version)
      from changed c
    )
    select array_position(p_team_ids, c.team_id), jsonb_build_object('holds', jsonb_agg(jsonb_build_object(
      'hold_id', c.id, 'listing_id', c.listing_id, 'event_id', c.event_id, 'quantity', c.quantity,
      'price_minor', c.ticket_price_minor, 'currency', c.buyer_currency, 'fee_bp', p_fee_bp, 'expires_at', c.expires_at)))
    from changed c
    group by c.team_id;
end $$;
