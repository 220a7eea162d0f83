-- How long a username must wait before a login from an IP address, in seconds; null for no wait. Counts the failures of
-- the last p_minutes: of the name from this IP address, of the IP address, and of the name from anywhere. The last limit
-- does not apply to an IP address that the account used before.
create or replace function login_wait_seconds(p_name text, p_ip_address text, p_minutes integer,
  p_per_name_and_ip_address integer, p_per_ip_address integer, p_per_name integer)
  returns integer language plpgsql stable as $$
declare
  v_since timestamptz := clock_timestamp() - make_interval(mins => p_minutes);
  v_from_ip_address record;
  v_of_name record;
begin
  select count(*) as failures, min(failed_at) as oldest,
      count(*) filter (where username_key = p_name) as failures_of_name,
      min(failed_at) filter (where username_key = p_name) as oldest_of_name
    into v_from_ip_address from login_failures where ip_address = p_ip_address and failed_at > v_since;
  if v_from_ip_address.failures_of_name >= p_per_name_and_ip_address then
    return extract(epoch from v_from_ip_address.oldest_of_name - v_since);
  end if;
  if v_from_ip_address.failures >= p_per_ip_address then
    return extract(epoch from v_from_ip_address.oldest - v_since);
  end if;
  select count(*) as failures, min(failed_at) as oldest
    into v_of_name from login_failures where username_key = p_name and failed_at > v_since;
  if v_of_name.failures >= p_per_name and not exists (
    select from sessions s join accounts a on a.id = s.account_id
    where lower(a.username) = p_name and a.status <> 'removed' and s.ip_address = p_ip_address
  ) then
    return extract(epoch from v_of_name.oldest - v_since);
  end if;
  return null;
end $$;
