-- Invariant: whatever slug a category, performer or venue ever had leads to it, until another one takes that slug for its
-- own; the slug of now always goes before an old one.
create table old_slugs (
  type text not null check (type in ('category', 'performer', 'venue')),
  slug text not null,
  type_id integer not null,
  left_at timestamptz not null default clock_timestamp(),
  -- Of several that had it, the last one.
  primary key (type, slug)
);

create function remember_slug() returns trigger language plpgsql as $$
begin
  insert into old_slugs (type, slug, type_id) values (tg_argv[0], old.slug, old.id)
  on conflict (type, slug) do update set type_id = excluded.type_id, left_at = excluded.left_at;
  return null;
end $$;

create trigger categories__remember_slug after update of slug on categories
  for each row when (old.slug <> new.slug) execute function remember_slug('category');
create trigger performers__remember_slug after update of slug on performers
  for each row when (old.slug <> new.slug) execute function remember_slug('performer');
create trigger venues__remember_slug after update of slug on venues
  for each row when (old.slug <> new.slug) execute function remember_slug('venue');

-- Gives the row the first of these slugs that nobody else has; false where all are taken. Judged by the unique index, so
-- that another transaction that takes one at the same moment breaks nothing.
create function take_slug(of_table regclass, of_id integer, choices text[]) returns boolean language plpgsql as $$
declare
  v_choice text;
begin
  foreach v_choice in array choices loop
    begin
      execute format('update %s set slug = $1 where id = $2 and slug <> $1', of_table) using v_choice, of_id;
      return true;
    exception when unique_violation then
      continue;
    end;
  end loop;
  return false;
end $$;
