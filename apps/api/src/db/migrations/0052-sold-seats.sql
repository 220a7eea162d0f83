-- A sale reads and extends the sold seats of its listing in constant time, however many lines were sold before.
alter table listings rename column sold to old_sold;
alter table listings
  add column sold integer not null default 0,
  add column sold_seats int4multirange not null default '{}';
comment on column listings.sold_seats is
  'Seat numbers of the sold tickets, those of cancelled ones too until they are back on sale. Empty without seat numbers.';
update listings set sold = old_sold where old_sold > 0;
update listings l set sold_seats = s.seats
from (
  select line.listing_id, range_agg(int4range(seat::integer, seat::integer, '[]')) as seats
  from order_lines line join holds h on h.id = line.hold_id, jsonb_array_elements(line.snapshot -> 'seats') seat
  where h.state = 'sold'
  group by line.listing_id
) s
where s.listing_id = l.id;
alter table listings drop column old_sold cascade;
alter table listings add check (sold >= 0), add constraint listings__not_oversold check (sold <= quantity);
drop function if exists listing_snapshots(text[]);
drop function if exists transition_holds(text[], text[], text, text, timestamptz, integer);
