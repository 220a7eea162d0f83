-- Without a transaction
-- What retention removes from keys and requests, and which imports still have their file.
create index concurrently if not exists inventory_api_keys__by_end on inventory_api_keys (least(revoked_at, expires_at));
create index concurrently if not exists inventory_event_requests__by_decision on inventory_event_requests (decided_at) where (decided_at is not null);
create index concurrently if not exists inventory_imports__with_file on inventory_imports (team_id, created_at) include (file_bytes) where (file_parts <> '{}');
