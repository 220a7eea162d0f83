-- A client says yes to a price, and it stays the price of what was accepted: per ticket, in the quote's currency. Of what was
-- accepted before, nobody wrote it down beside the offer: that follows the quote's terms, as it did.
alter table quote_offers
  add column agreed_minor bigint check (agreed_minor > 0),
  add constraint quote_offers__agreed_is_accepted check (agreed_minor is null or accepted > 0);

-- Whoever says what is set aside for a quote has to know in which quote's name a hold is.
drop function open_holds_of_event(integer, timestamptz);
create function open_holds_of_event(of_event integer, as_of timestamptz)
  returns table (id text, listing_id text, team_id text, quantity integer, quote_ref text, expires_at timestamptz,
    reserved_until timestamptz)
  language sql stable as $$
  select h.id, h.listing_id, h.team_id, h.quantity, h.quote_ref, h.expires_at, h.reserved_until
  from listings l
  join holds h on h.listing_id = l.id
  where l.event_id = of_event and l.status = 'active'
    and h.state in ('active', 'paying') and h.reserved_until > as_of
$$;

-- Every minute: those that have just ended.
create index quotes__by_end on quotes (expires_at) where state in ('active', 'accepted');

-- Who has chosen nothing hears of views; what a team has chosen stays.
alter table team_quote_settings alter column mail_view set default true;
