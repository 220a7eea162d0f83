-- Whether the email address or username is reserved for another account.
create or replace function is_account_name_reserved(p_kind text, p_name text, p_account_id text)
  returns boolean language sql stable as $$
  select exists (select from reserved_account_names
    where kind = p_kind and name_hash = account_name_hash(p_name) and account_id <> p_account_id
      and reserved_until > clock_timestamp())
$$;
