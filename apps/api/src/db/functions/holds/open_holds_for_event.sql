-- The open holds of an event's listings, for readers outside the module holds.
create or replace function open_holds_for_event(p_event_id integer, p_as_of timestamptz)
  returns table (id text, listing_id text, team_id text, quantity integer, quote_ref text, expires_at timestamptz,
    reserved_until timestamptz)
  language sql stable as $$
  select h.id, h.listing_id, h.team_id, h.quantity, h.quote_ref, h.expires_at, h.reserved_until
  from listings l
  join holds h on h.listing_id = l.id
  where l.event_id = p_event_id and l.status = 'active' and hold_is_open(h.is_open, h.reserved_until, p_as_of)
$$;
