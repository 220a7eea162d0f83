-- The sold seats of a listing after a sale. Fails rather than sell a seat twice.
create or replace function add_sold_seats(p_sold int4multirange, p_seats int4multirange) returns int4multirange
  language plpgsql immutable as $$
begin
  if p_sold && p_seats then
    raise exception 'seats % are already sold', p_sold * p_seats using errcode = 'exclusion_violation';
  end if;
  return p_sold + coalesce(p_seats, '{}');
end $$;
