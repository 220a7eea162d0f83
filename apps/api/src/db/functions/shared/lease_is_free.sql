-- Whether a lease is free: it was released, has expired, or its process no longer runs. Owners are `<process>/<work>`; one
-- without a process keeps the lease until it expires.
create or replace function lease_is_free(p_owner text, p_expires_at timestamptz, p_as_of timestamptz)
  returns boolean language sql stable as $$
  select p_owner is null or p_expires_at <= p_as_of
    or (strpos(p_owner, '/') > 0 and not exists (
      select from processes p
      where p.id = split_part(p_owner, '/', 1) and process_is_running(p.seen_at, p_as_of)))
$$;
