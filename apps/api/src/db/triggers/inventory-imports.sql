create or replace trigger accounts__revoke_keys after update of status, team_role on accounts
  for each row when ((old.status <> 'removed' and new.status = 'removed')
    or (old.team_role = 'owner' and new.team_role <> 'owner')) execute function revoke_keys_of_account();
