-- Moves each attempt to its next state if it is still in the expected one, and returns the moved ones. Stores the payment's
-- id where one is given. Renews the lease; a null element of p_lease_seconds releases it.
create or replace function advance_attempts(
  p_ids text[], p_from_states text[], p_to_states text[], p_payment_ids text[], p_lease_seconds integer[])
  returns table (id text, is_hold_extension_over boolean) language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  return query
    update checkout_attempts a set state = m.to_state, updated_at = clock_timestamp(),
      gateway_payment_id = coalesce(m.payment_id, a.gateway_payment_id),
      lease_owner = case when m.lease_seconds is not null then a.lease_owner end,
      lease_expires_at = coalesce(clock_timestamp() + make_interval(secs => m.lease_seconds), '-infinity')
    from unnest(p_ids, p_from_states, p_to_states, p_payment_ids, p_lease_seconds)
      as m (id, from_state, to_state, payment_id, lease_seconds)
    where a.id = m.id and a.state = m.from_state
    returning a.id, a.holds_extended_until <= clock_timestamp();
end $$;
