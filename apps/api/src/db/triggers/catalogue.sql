create or replace trigger categories__record_old_slug after update of slug on categories
  for each row when (old.slug <> new.slug) execute function record_old_slug('category');
create or replace trigger performers__record_old_slug after update of slug on performers
  for each row when (old.slug <> new.slug) execute function record_old_slug('performer');
create or replace trigger venues__record_old_slug after update of slug on venues
  for each row when (old.slug <> new.slug) execute function record_old_slug('venue');
create or replace trigger catalogue_events__count_revision before update on catalogue_events
  for each row when (
    (old.title, old.slug, old.venue_id, old.category_id, old.local_at, old.timezone, old.starts_at, old.date_confirmed,
      old.time_confirmed, old.status)
    is distinct from
    (new.title, new.slug, new.venue_id, new.category_id, new.local_at, new.timezone, new.starts_at, new.date_confirmed,
      new.time_confirmed, new.status))
  execute function count_event_revision();
create or replace trigger seating_plans__set_blocks_hash before insert or update of plan on seating_plans
  for each row execute function set_blocks_hash();
