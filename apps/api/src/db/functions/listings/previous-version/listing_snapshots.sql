-- Called only by the previous release; this one calls listing_snapshots_2.
-- Listings as an order stores them.
create or replace function listing_snapshots(p_listing_ids text[])
  returns table (listing_id text, event_title text, event_slug text, event_local_at text, time_confirmed boolean,
    time_zone text, venue_name text, city text, category_name text, section text, "row" text, seats_hidden boolean,
    ticket_type text, in_hand_date date, seller_name text, first_seat integer, last_seat integer, sold integer,
    sold_seats int4multirange)
  language sql stable as $$
  select s.listing_id, s.event_title, s.event_slug, s.event_local_at, s.time_confirmed, s.time_zone, s.venue_name, s.city,
    s.category_name, s.section, s."row", s.seats_hidden, s.ticket_type, s.in_hand_date, s.seller_name, s.first_seat,
    s.last_seat, s.sold, s.sold_seats
  from listing_snapshots_2(p_listing_ids) s
$$;
