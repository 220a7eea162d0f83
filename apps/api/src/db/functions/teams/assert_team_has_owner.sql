-- Trigger: a team with members keeps at least one owner, however many step down at once.
create or replace function assert_team_has_owner() returns trigger language plpgsql as $$
begin
  -- Changes to one team's owners run one after the other, and the check reads after the wait.
  perform from teams where id = old.team_id for no key update;
  if exists (select from accounts where team_id = old.team_id and status <> 'removed') and not exists (
    select from accounts where team_id = old.team_id and team_role = 'owner' and status <> 'removed'
  ) then
    raise exception 'team % would be without an owner', old.team_id
      using errcode = 'check_violation', constraint = 'teams__has_owner';
  end if;
  return null;
end $$;
