-- Listings as an order stores them, and which of their seats cannot be sold: sold ones, and numbers between the first and the
-- last seat that are no seats of the listing, so that a reader without `seats` never assigns them. Without a `set` clause, so
-- that PostgreSQL can inline it.
create or replace function listing_snapshots(p_listing_ids text[])
  returns table (listing_id text, event_title text, event_slug text, event_local_at text, time_confirmed boolean,
    time_zone text, venue_name text, city text, category_name text, section text, "row" text, seats_hidden boolean,
    ticket_type text, in_hand_date date, seller_name text, first_seat integer, last_seat integer, sold integer,
    sold_seats int4multirange, seats integer[])
  language sql stable as $$
  select l.id, e.title, e.slug, to_char(e.local_at, 'YYYY-MM-DD"T"HH24:MI'), e.time_confirmed, e.timezone, v.name,
    v.city, c.name, l.section, l."row", l.seats_hidden, l.ticket_type, l.in_hand_date, t.name, l.first_seat,
    l.last_seat, l.sold,
    case when l.seats is null then l.sold_seats
      else l.sold_seats + (int4multirange(int4range(l.first_seat, l.last_seat, '[]')) - seat_ranges(l.first_seat, l.last_seat, l.seats))
    end, l.seats
  from listings l
  join events e on e.id = l.event_id
  join venues v on v.id = e.venue_id
  join seating_categories c on c.id = l.category_id
  join teams t on t.id = l.seller_team_id
  where l.id = any(p_listing_ids)
$$;
