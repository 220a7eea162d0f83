-- Trigger: API keys end when the account that created them is removed or is no longer an owner, however that was done.
create or replace function revoke_keys_of_account() returns trigger language plpgsql as $$
begin
  with revoked as (
    update inventory_api_keys set revoked_at = clock_timestamp()
    where created_by = new.id and revoked_at is null
    returning id, team_id, prefix
  )
  insert into security_events (kind, team_id, ip_address, user_agent, details)
  select 'inventory.api_key_revoked', team_id, 'server', '', jsonb_build_object('key_id', id, 'prefix', prefix)
  from revoked;
  return null;
end $$;
