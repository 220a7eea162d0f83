-- The team of a sign-up that was never approved has no one else, and may end with it.
create or replace trigger accounts__team_has_owner after update on accounts
  for each row when (
    old.team_role = 'owner' and old.status not in ('removed', 'pending')
    and (new.team_role <> 'owner' or new.status = 'removed' or new.team_id <> old.team_id))
  execute function assert_team_has_owner();
