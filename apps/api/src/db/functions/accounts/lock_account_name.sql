-- Lets one transaction at a time take or reserve an email address or username.
create or replace function lock_account_name(p_kind text, p_name text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('account_name/' || p_kind || '/' || lower(p_name), 0))
$$;
