-- Trigger: the hash is that of the present plan, whichever release writes it.
create or replace function set_blocks_hash() returns trigger language plpgsql as $$
begin
  new.blocks_hash := hash_blocks(new.plan);
  return new;
end $$;
