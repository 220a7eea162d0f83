-- Trigger: a former slug keeps leading to its row, whose type is the trigger's argument.
create or replace function record_old_slug() returns trigger language plpgsql as $$
begin
  insert into old_slugs (type, slug, type_id) values (tg_argv[0], old.slug, old.id)
  on conflict (type, slug) do update set type_id = excluded.type_id, retired_at = excluded.retired_at;
  return null;
end $$;
