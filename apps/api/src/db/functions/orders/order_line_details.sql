-- The lines of these orders, each with its refund, if any. Every call uses one plan.
create or replace function order_line_details(p_order_ids text[])
  returns table (id text, order_id text, seller_team_id text, listing_id text, hold_id text, event_id integer,
    quantity integer, price_minor bigint, fee_minor bigint, currency text, seller_price_minor bigint,
    seller_currency text, state text, snapshot jsonb, refund_id text, refund_minor bigint, refund_currency text,
    refund_state text, requested_at timestamptz, requested_us bigint, refunded_at timestamptz, gateway_refund_id text,
    manual_payment_note text)
  language plpgsql stable
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  return query
    select l.id, l.order_id, l.seller_team_id, l.listing_id, l.hold_id, l.event_id, l.quantity, l.price_minor,
      l.fee_minor, l.currency, l.seller_price_minor, l.seller_currency, l.state, l.snapshot, r.id, r.amount_minor,
      r.currency, r.state, r.requested_at, (extract(epoch from r.requested_at) * 1000000)::bigint, r.refunded_at,
      r.gateway_refund_id, r.manual_payment_note
    from order_lines l
    left join order_refunds r on r.line_id = l.id
    where l.order_id = any(p_order_ids);
end $$;
