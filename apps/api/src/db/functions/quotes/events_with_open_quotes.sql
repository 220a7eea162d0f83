-- Returns the events with a quote that clients can still open, so that changes of stock must update its page.
create or replace function events_with_open_quotes(p_event_ids integer[]) returns setof integer language sql stable as $$
  select distinct q.event_id from quotes q
  where q.event_id = any(p_event_ids) and q.expires_at > clock_timestamp() and q.state <> 'withdrawn'
$$;
