-- For each attempt: its holds, its listings with their sold seats, encrypted attendees by hold, and its quote, if any.
-- Takes no locks; place_orders checks under locks that holds and sold quantities are unchanged, and the title of a quote
-- never changes.
create or replace function read_order_inputs(p_attempt_ids text[], p_quote_ids text[])
  returns table (attempt_id text, holds jsonb, listings jsonb, attendees jsonb, quote jsonb)
  language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  return query
    select attempt.attempt_id,
      (select jsonb_agg(to_jsonb(d) order by d.id collate "C") from hold_details(attempt.hold_ids, clock_timestamp()) d),
      (select jsonb_agg(to_jsonb(s)) from listing_snapshots(attempt.listing_ids) s), attempt.attendees,
      (select jsonb_build_object('id', q.id, 'title', q.title) from quotes q
       where q.id = p_quote_ids[array_position(p_attempt_ids, attempt.attempt_id)])
    from (
      select line.attempt_id, array_agg(line.hold_id) as hold_ids, array_agg(line.listing_id) as listing_ids,
        jsonb_object_agg(line.hold_id, encode(line.attendees, 'hex')) as attendees
      from checkout_attempt_lines line
      where line.attempt_id = any(p_attempt_ids)
      group by line.attempt_id
    ) attempt;
end $$;
