-- Without a transaction
-- A team's owners read its entries, newest first.
create index concurrently if not exists security_events__by_team on security_events (team_id, id)
  where (team_id is not null);
