create or replace trigger accounts__revoke_keys after update of status on accounts
  for each row when (old.status <> 'removed' and new.status = 'removed') execute function revoke_keys_of_account();
