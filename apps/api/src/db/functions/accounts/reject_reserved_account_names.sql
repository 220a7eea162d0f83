-- Rejects an email address or username that is reserved for another account, as if that account still used it.
create or replace function reject_reserved_account_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or lower(new.email) <> lower(old.email) then
    -- Who reserves a name holds this lock.
    perform lock_account_name('email', new.email);
    if is_account_name_reserved('email', new.email, new.id) then
      raise unique_violation using message = 'email address is reserved', constraint = 'accounts__email_unique';
    end if;
  end if;
  if tg_op = 'INSERT' or lower(new.username) <> lower(old.username) then
    perform lock_account_name('username', new.username);
    if is_account_name_reserved('username', new.username, new.id) then
      raise unique_violation using message = 'username is reserved', constraint = 'accounts__username_unique';
    end if;
  end if;
  return new;
end $$;
