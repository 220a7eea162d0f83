-- Hands the file parts of a deleted export to the job that removes unclaimed files, which takes them with its next run.
create or replace function release_export_files() returns trigger language plpgsql as $$
begin
  insert into unclaimed_files (name, recorded_at)
  select 'exports/' || old.file_id || '/' || part, clock_timestamp() - interval '2 days'
  from generate_series(0, old.parts - 1) part
  on conflict (name) do nothing;
  return null;
end $$;
