-- For an account that its owner has taken back: ends what an intruder could return with. That is every open invitation that
-- the account sent, and the API keys and calendar addresses created since `p_since`. Returns how many of each ended, and
-- the accounts that joined through its invitations since then.
create or replace function end_access_left_behind(p_account_id text, p_since timestamptz) returns jsonb
  language sql as $$
  with invitations as (
    update team_invitations set ended_at = clock_timestamp(), ended_as = 'withdrawn'
    where invited_by = p_account_id and ended_at is null
    returning 1
  ), keys as (
    update inventory_api_keys set revoked_at = clock_timestamp()
    where created_by = p_account_id and created_at >= p_since and revoked_at is null
    returning id, team_id, prefix
  ), calendars as (
    update calendar_feeds set revoked_at = clock_timestamp()
    where account_id = p_account_id and created_at >= p_since and revoked_at is null
    returning 1
  ), logged as (
    insert into security_events (kind, team_id, ip_address, user_agent, details)
    select 'inventory.api_key_revoked', team_id, 'server', '', jsonb_build_object('key_id', id, 'prefix', prefix)
    from keys
  ), joined as (
    select a.id
    from team_invitations i join accounts a on a.team_id = i.team_id and lower(btrim(a.email)) = i.email_key
    where i.invited_by = p_account_id and i.ended_as = 'accepted' and i.ended_at >= p_since and a.status <> 'removed'
  )
  select jsonb_build_object(
    'ended_invitations', (select count(*) from invitations),
    'revoked_api_keys', (select count(*) from keys),
    'revoked_calendars', (select count(*) from calendars),
    'joined_accounts', (select coalesce(jsonb_agg(id order by id), '[]') from joined)
  )
$$;
