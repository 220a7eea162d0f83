-- Trigger: a listing that takes the place of another one has no settled row.
create or replace function forget_settled_row() returns trigger language plpgsql as $$
begin
  new.row_digest := null;
  new.settled_revision := null;
  return new;
end $$;
