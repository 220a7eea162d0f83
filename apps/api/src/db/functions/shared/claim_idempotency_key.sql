-- Claims a key for this transaction. Returns null when the caller should do the work and store the response; otherwise
-- the stored response, or {"key_reused": true} when the key belongs to another body. A duplicate in flight waits here.
create or replace function claim_idempotency_key(p_team_id text, p_route text, p_key text, p_body_hash bytea)
  returns jsonb language plpgsql as $$
declare
  v_known idempotency_keys%rowtype;
begin
  insert into idempotency_keys as k (team_id, route, key, body_hash) values (p_team_id, p_route, p_key, p_body_hash)
  on conflict (team_id, route, key) do update
    set body_hash = excluded.body_hash, response = null, created_at = clock_timestamp()
    where k.created_at < clock_timestamp() - interval '24 hours';
  if found then
    return null;
  end if;
  select * into v_known from idempotency_keys k where k.team_id = p_team_id and k.route = p_route and k.key = p_key;
  return case when v_known.body_hash = p_body_hash then v_known.response else '{"key_reused": true}'::jsonb end;
end $$;
