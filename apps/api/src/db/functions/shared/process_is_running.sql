-- Whether a process runs: it renews `processes.seen_at` every second, and one not seen for four seconds has stopped.
-- Stable, because PostgreSQL inlines no immutable function that calculates with an interval.
create or replace function process_is_running(p_seen_at timestamptz, p_as_of timestamptz)
  returns boolean language sql stable parallel safe as $$
  select p_seen_at > p_as_of - interval '4 seconds'
$$;
