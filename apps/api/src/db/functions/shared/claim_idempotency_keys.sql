-- Claims the keys of several requests. Returns the requests that need no work: repeats with their stored response, and
-- {"key_reused": true}. Keys are claimed in team order, so that two calls never wait for each other.
create or replace function claim_idempotency_keys(
  p_route text, p_team_ids text[], p_keys text[], p_body_hashes bytea[])
  returns table (request integer, response jsonb) language plpgsql as $$
#variable_conflict use_column
declare
  v_request record;
begin
  for v_request in
    select r.* from unnest(p_team_ids, p_keys, p_body_hashes) with ordinality as r (team_id, key, body_hash, request)
    where r.key is not null order by r.team_id collate "C"
  loop
    request := v_request.request;
    response := claim_idempotency_key(v_request.team_id, p_route, v_request.key, v_request.body_hash);
    if response is not null then
      return next;
    end if;
  end loop;
end $$;
