-- Trigger: counts a change by the seller. Holds and sales set none of the columns that it watches.
create or replace function count_listing_revision() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;
