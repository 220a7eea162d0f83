-- Trigger: after an undo, no row of the profile is settled, because earlier files may have read them under other conditions.
-- A trigger, because releases without settled rows undo imports, too.
create or replace function forget_settled_rows() returns trigger language plpgsql as $$
begin
  update inventory_listing_sources set row_digest = null
  where profile_id = new.profile_id and row_digest is not null;
  return null;
end $$;
