-- Whether a client can still open or order a quote with an offer of this listing.
create or replace function listing_is_quoted(p_event_id integer, p_listing_id text, p_as_of timestamptz)
  returns boolean language sql stable as $$
  select exists (
    select from quotes q join quote_offers o on o.quote_id = q.id
    where q.event_id = p_event_id and q.expires_at > p_as_of and q.state not in ('withdrawn', 'declined')
      and o.listing_id = p_listing_id)
$$;
