-- What event_stats has counted of each listing, so that a change costs as much as the listings that changed.
create table counted_listings (
  listing_id text primary key,
  event_id integer not null,
  available integer not null,
  price_minor bigint not null,
  currency text not null
) with (fillfactor = 70);
create index counted_listings__by_event on counted_listings (event_id);
comment on table counted_listings is
  'The part of each listing in event_stats: its available tickets and price when it was last counted.';

alter table event_stats add column priced_at timestamptz;
comment on column event_stats.priced_at is
  'When the lowest price was last looked for; null while the event has not been counted.';
