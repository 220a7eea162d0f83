-- Whether an event is still listed: neither started nor cancelled at `p_as_of`. A postponed one is, though its tickets
-- are not on sale (`event_blocker`). PostgreSQL inlines it, so indexes on `starts_at` apply.
create or replace function event_is_upcoming(p_status text, p_starts_at timestamptz, p_as_of timestamptz)
  returns boolean language sql immutable parallel safe as $$
  select p_starts_at > p_as_of and p_status <> 'cancelled'
$$;
