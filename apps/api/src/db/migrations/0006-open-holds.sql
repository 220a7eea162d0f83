-- The holds that take stock away at a moment, for readers outside the holds capability: the feed shows a team its own,
-- and an event's book must know when the next one ends.
create function open_holds_of_event(of_event integer, as_of timestamptz)
  returns table (id text, listing_id text, team_id text, quantity integer, expires_at timestamptz, reserved_until timestamptz)
  language sql stable as $$
  select h.id, h.listing_id, h.team_id, h.quantity, h.expires_at, h.reserved_until
  from listings l
  join holds h on h.listing_id = l.id
  where l.event_id = of_event and l.status = 'active'
    and h.state in ('active', 'paying') and h.reserved_until > as_of
$$;
