-- Counts an attempt as a failure until it succeeds, and returns its id; or returns how long to wait. An attempt that has
-- to wait is not counted, so that it does not extend the wait.
create or replace function start_login_attempt(p_name text, p_ip_address text, p_minutes integer,
  p_per_name_and_ip_address integer, p_per_ip_address integer, p_per_name integer,
  out attempt_id bigint, out wait_seconds integer) language plpgsql as $$
begin
  -- Not worth waiting for the disk: at worst a power cut loses one counted guess.
  perform set_config('synchronous_commit', 'off', true);
  -- One attempt per name and per IP address at a time. IP addresses are locked before names, so that two calls never
  -- wait for each other.
  perform pg_advisory_xact_lock(hashtext('login_failures.ip_address'), hashtext(p_ip_address));
  perform pg_advisory_xact_lock(hashtext('login_failures.name'), hashtext(p_name));
  wait_seconds := login_wait_seconds(p_name, p_ip_address, p_minutes, p_per_name_and_ip_address, p_per_ip_address,
    p_per_name);
  if wait_seconds is null then
    insert into login_failures (username_key, ip_address) values (p_name, p_ip_address) returning id into attempt_id;
  end if;
end $$;
