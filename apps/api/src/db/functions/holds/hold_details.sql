-- Holds with the data of their listing and event that a payment needs. Without a `set` clause, so that PostgreSQL can inline
-- it.
create or replace function hold_details(p_hold_ids text[], p_as_of timestamptz)
  returns table (id text, team_id text, listing_id text, event_id integer, seller_team_id text, quantity integer,
    quote_ref text, state text, is_expired boolean, attempt_id text, revision integer, ticket_price_minor bigint,
    buyer_currency text, fee_bp integer, seller_price_minor bigint, seller_currency text,
    requires_delivery_details boolean, requires_identification_details boolean, event_blocker text)
  language sql stable as $$
  select h.id, h.team_id, h.listing_id, h.event_id, l.seller_team_id, h.quantity, h.quote_ref, h.state,
    h.reserved_until <= p_as_of, h.attempt_id, h.revision, h.ticket_price_minor, h.buyer_currency, h.fee_bp,
    h.seller_price_minor, h.seller_currency, l.attendee_delivery_details_required,
    l.attendee_identification_details_required, event_blocker(e.status, e.starts_at, p_as_of)
  from holds h
  join listings l on l.id = h.listing_id
  join events e on e.id = h.event_id
  where h.id = any(p_hold_ids)
$$;
