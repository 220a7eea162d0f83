create or replace trigger categories__record_old_slug after update of slug on categories
  for each row when (old.slug <> new.slug) execute function record_old_slug('category');
create or replace trigger performers__record_old_slug after update of slug on performers
  for each row when (old.slug <> new.slug) execute function record_old_slug('performer');
create or replace trigger venues__record_old_slug after update of slug on venues
  for each row when (old.slug <> new.slug) execute function record_old_slug('venue');
