-- Whether the account has a passkey or a confirmed authenticator app. Recovery codes alone are none.
create or replace function account_has_second_factor(p_account_id text) returns boolean language sql stable as $$
  select exists (select from account_passkeys where account_id = p_account_id)
    or exists (select from account_authenticator_apps where account_id = p_account_id and confirmed_at is not null)
$$;
