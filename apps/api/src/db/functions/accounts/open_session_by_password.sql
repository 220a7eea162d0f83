-- Opens a session if the account still has the password hash that was verified and no second factor, deletes the failures
-- of this name from this IP address, and writes the given record to the audit log. Returns whether it did.
create or replace function open_session_by_password(p_account_id text, p_password_hash text, p_session_id text,
  p_token_hash bytea, p_user_agent text, p_ip_address text, p_name text, p_security_event jsonb)
  returns boolean language plpgsql as $$
begin
  -- Locked until the commit: a concurrent password reset ends this session too.
  perform from accounts where id = p_account_id and password_hash = p_password_hash for share;
  -- A second factor may have been added since the password was verified.
  if not found or account_has_second_factor(p_account_id) then
    return false;
  end if;
  delete from login_failures where username_key = p_name and ip_address = p_ip_address;
  insert into sessions (id, account_id, token_hash, user_agent, ip_address, password_proven_at)
    values (p_session_id, p_account_id, p_token_hash, p_user_agent, p_ip_address, clock_timestamp());
  insert into security_events (kind, actor_id, account_id, team_id, session_id, ip_address, user_agent, request_id,
      details)
    select kind, actor_id, account_id, team_id, session_id, ip_address, user_agent, request_id, details
    from jsonb_populate_record(null::security_events, p_security_event);
  return true;
end $$;
