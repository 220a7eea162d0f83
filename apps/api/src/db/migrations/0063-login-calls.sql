-- Invariants: of the attempts on a name, and of those from an address, no two are judged at once, so that none of many sent
-- together finds a place that another has taken; a session is opened by a password only while it is still the account's.
--
-- A login is two calls, before and after the hash. Each statement less is one time less that the answers to everybody else
-- wait for the database.

-- How long to wait until a name may be tried from an address, in seconds; null where it may be tried now. The last p_minutes
-- are counted: failures of the name from here, of the address, and of the name from anywhere, which do not hold where the
-- account was used from before.
create function login_wait_seconds(p_name text, p_address text, p_minutes integer, p_per_here integer, p_per_address integer,
  p_per_name integer) returns integer language plpgsql stable as $$
declare
  v_since timestamptz := clock_timestamp() - make_interval(mins => p_minutes);
  v_address record;
  v_name record;
begin
  select count(*) as failures, min(failed_at) as oldest, count(*) filter (where username_key = p_name) as failures_here,
      min(failed_at) filter (where username_key = p_name) as oldest_here
    into v_address from login_failures where address = p_address and failed_at > v_since;
  if v_address.failures_here >= p_per_here then
    return extract(epoch from v_address.oldest_here - v_since);
  end if;
  if v_address.failures >= p_per_address then
    return extract(epoch from v_address.oldest - v_since);
  end if;
  select count(*) as failures, min(failed_at) as oldest
    into v_name from login_failures where username_key = p_name and failed_at > v_since;
  if v_name.failures >= p_per_name and not exists (
    select from sessions s join accounts a on a.id = s.account_id
    where lower(a.username) = p_name and a.status <> 'removed' and s.address = p_address
  ) then
    return extract(epoch from v_name.oldest - v_since);
  end if;
  return null;
end $$;

-- Counts an attempt as a failure until it is forgotten, and answers its id; or how long to wait, and then it is not even
-- counted, so that it does not make the wait longer.
create function begin_login_attempt(p_name text, p_address text, p_minutes integer, p_per_here integer, p_per_address integer,
  p_per_name integer, out attempt_id bigint, out wait_seconds integer) language plpgsql as $$
begin
  -- Not worth a wait for the disk: at worst a power cut takes a guess that counted.
  perform set_config('synchronous_commit', 'off', true);
  -- Addresses before names, so that no two calls wait for each other.
  perform pg_advisory_xact_lock(hashtext('login_failures.address'), hashtext(p_address));
  perform pg_advisory_xact_lock(hashtext('login_failures.name'), hashtext(p_name));
  wait_seconds := login_wait_seconds(p_name, p_address, p_minutes, p_per_here, p_per_address, p_per_name);
  if wait_seconds is null then
    insert into login_failures (username_key, address) values (p_name, p_address) returning id into attempt_id;
  end if;
end $$;

-- Opens a session where the account still has the password hash that was compared with, forgets the failures of this name
-- from here, and writes the given record to the audit log. Answers whether it did.
create function open_session_by_password(p_account_id text, p_password_hash text, p_session_id text, p_token_hash bytea,
  p_user_agent text, p_address text, p_name text, p_security_event jsonb)
  returns boolean language plpgsql as $$
begin
  -- Kept so until the commit: a reset that comes now ends this session too.
  perform from accounts where id = p_account_id and password_hash = p_password_hash for share;
  if not found then
    return false;
  end if;
  delete from login_failures where username_key = p_name and address = p_address;
  insert into sessions (id, account_id, token_hash, user_agent, address)
    values (p_session_id, p_account_id, p_token_hash, p_user_agent, p_address);
  insert into security_events (kind, actor_id, account_id, team_id, session_id, address, user_agent, request_id, facts)
    select kind, actor_id, account_id, team_id, session_id, address, user_agent, request_id, facts
    from jsonb_populate_record(null::security_events, p_security_event);
  return true;
end $$;
