-- Rows after a position, of transactions that have ended, as all older ones have. The setting forces one generic plan,
-- because the planner would rate it as more costly and make a new plan for each call.
create or replace function read_outbox_after(p_xid xid8, p_id bigint, p_limit integer)
  returns table (xid xid8, id bigint, topic text, subject text, payload jsonb, occurred_at timestamptz)
  language plpgsql stable
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  return query
    select o.xid, o.id, o.topic, o.subject, o.payload, o.occurred_at
    from outbox o
    where (o.xid, o.id) > (p_xid, p_id) and o.xid < pg_snapshot_xmin(pg_current_snapshot())
    order by o.xid, o.id
    limit p_limit;
end $$;
