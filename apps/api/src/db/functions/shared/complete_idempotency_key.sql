-- Stores the response with its key. A null response deletes the key: nothing was done, so the request may be retried.
create or replace function complete_idempotency_key(p_team_id text, p_route text, p_key text, p_response jsonb)
  returns void language plpgsql as $$
begin
  if p_response is null then
    delete from idempotency_keys k where k.team_id = p_team_id and k.route = p_route and k.key = p_key;
  else
    update idempotency_keys k set response = p_response
    where k.team_id = p_team_id and k.route = p_route and k.key = p_key;
  end if;
end $$;
