create or replace trigger accounts__reserved_names before insert or update of email, username on accounts
  for each row execute function reject_reserved_account_names();
create or replace trigger accounts__closing_time before update of status on accounts
  for each row when (old.status is distinct from new.status) execute function set_closing_time();
create or replace trigger accounts__capabilities before insert on accounts
  for each row execute function grant_capabilities();
