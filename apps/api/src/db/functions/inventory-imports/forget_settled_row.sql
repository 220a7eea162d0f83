-- Trigger: what is known about a row does not move to another listing with it.
create or replace function forget_settled_row() returns trigger language plpgsql as $$
begin
  new.row_digest := null;
  new.settled_revision := null;
  return new;
end $$;
