-- For each purchase: its holds and their listings as they are now, and what is stored for its idempotency key. Takes no
-- locks; start_purchases checks under locks that the holds are unchanged, place_orders that no seats were sold. One
-- statement, so all comes from one snapshot: who sees a hold that the purchase's first request has changed also sees the
-- key of that request.
create or replace function read_purchases(
  p_team_ids text[], p_keys text[], p_body_hashes bytea[], p_line_requests integer[], p_hold_ids text[])
  returns table (request integer, stored_response jsonb, holds jsonb, listings jsonb) language plpgsql stable
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  return query
    select r.request::integer,
      (select case when k.body_hash = r.body_hash then k.response else '{"key_reused": true}'::jsonb end
       from idempotency_keys k
       where k.team_id = r.team_id and k.route = 'checkout.buy' and k.key = r.key
         and k.created_at >= clock_timestamp() - interval '24 hours'),
      (select jsonb_agg(to_jsonb(d) order by d.id collate "C")
       from hold_details(array(
         select line.hold_id from unnest(p_line_requests, p_hold_ids) as line (request, hold_id)
         where line.request = r.request), clock_timestamp()) d
       where d.team_id = r.team_id),
      (select jsonb_agg(to_jsonb(s))
       from listing_snapshots(array(
         select h.listing_id from unnest(p_line_requests, p_hold_ids) as line (request, hold_id)
         join holds h on h.id = line.hold_id and h.team_id = r.team_id
         where line.request = r.request)) s)
    from unnest(p_team_ids, p_keys, p_body_hashes) with ordinality as r (team_id, key, body_hash, request);
end $$;
