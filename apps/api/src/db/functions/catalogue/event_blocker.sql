-- Reason why tickets of an event cannot be bought at `p_as_of`. Null exactly when `isOnSale` in
-- packages/domain/src/lifecycles/event-status.ts is true; db/predicates.test.ts compares them.
create or replace function event_blocker(p_status text, p_starts_at timestamptz, p_as_of timestamptz)
  returns text language sql immutable parallel safe as $$
  select case
    when p_status in ('cancelled', 'postponed') then 'event.' || p_status
    when p_starts_at <= p_as_of then 'event.started'
  end
$$;
