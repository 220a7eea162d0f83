-- Without a transaction
-- One import for each delivery, the keys of an import, and the held rows that an operator's answer frees.
create unique index concurrently if not exists inventory_imports__one_per_delivery on inventory_imports (profile_id, source_key)
  where (source_key is not null);
create index concurrently if not exists inventory_imports__by_key on inventory_imports (api_key_id)
  where (api_key_id is not null);
create index concurrently if not exists inventory_import_events__unmatched on inventory_import_events (key)
  where (event_id is null and not is_skipped);
