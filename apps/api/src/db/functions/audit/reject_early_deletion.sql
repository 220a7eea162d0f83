-- Trigger: records are kept for 400 days.
create or replace function reject_early_deletion() returns trigger language plpgsql as $$
begin
  if old.at < clock_timestamp() - interval '400 days' then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
