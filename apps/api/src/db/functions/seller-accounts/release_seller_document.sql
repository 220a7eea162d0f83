-- Hands the file of a deleted document to the job that removes unclaimed files.
create or replace function release_seller_document() returns trigger language plpgsql as $$
begin
  insert into unclaimed_files (name, recorded_at)
  values ('seller-documents/' || old.id, clock_timestamp() - interval '2 days') on conflict (name) do nothing;
  return null;
end $$;
