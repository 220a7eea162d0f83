-- Writes the attempts at the positions p_requests (from 1) of p_attempts, with a lease that keeps other processes away.
create or replace function insert_attempts(p_attempts jsonb, p_requests integer[], p_extended_until timestamptz)
  returns void language plpgsql as $$
begin
  insert into checkout_attempts (id, team_id, account_id, state, gateway, card_token, customer_id, saves_card,
    amount_minor, tickets_minor, fee_minor, currency, email, phone, quote_id, reference, internal_note, client_id,
    client_name, traceparent, holds_extended_until, lease_owner, lease_expires_at)
  select a.id, a.team_id, a.account_id, 'created', a.gateway, a.card_token, a.customer_id, a.saves_card,
    a.amount_minor, a.tickets_minor, a.fee_minor, a.currency, a.email, a.phone, a.quote_id, a.reference,
    a.internal_note, a.client_id, a.client_name, a.traceparent, p_extended_until, a.lease_owner,
    clock_timestamp() + make_interval(secs => a.lease_seconds)
  from unnest(p_requests) request
  cross join lateral jsonb_to_record(p_attempts -> (request - 1)) as a (id text, team_id text, account_id text,
    gateway text, card_token text, customer_id text, saves_card boolean, amount_minor bigint, tickets_minor bigint,
    fee_minor bigint, currency text, email text, phone text, quote_id text, reference text, internal_note text,
    client_id text, client_name text, traceparent text, lease_owner text, lease_seconds integer);
end $$;
