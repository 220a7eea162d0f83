-- Called only by the previous release of Terrace. This release calls listing_snapshots instead.
create or replace function listing_snapshots_2(p_listing_ids text[])
  returns table (listing_id text, event_title text, event_slug text, event_local_at text, time_confirmed boolean,
    time_zone text, venue_name text, city text, category_name text, section text, "row" text, seats_hidden boolean,
    ticket_type text, in_hand_date date, seller_name text, first_seat integer, last_seat integer, sold integer,
    sold_seats int4multirange, seats integer[])
  language sql stable as $$
  select * from listing_snapshots(p_listing_ids)
$$;
