-- Two readings that are asked with every purchase and every change, and were planned anew each time: the planner takes the
-- plan that it has kept for dearer than one for the values at hand. Here it is kept, as in 0078-payments-in-fewer-steps.sql.

-- The lines of these orders, each with its refund, of which it has at most one, and with the order's quote. The quote is looked
-- up for each: joined as a list it would be compared with every line of a long export.
create function whole_lines_of_orders(p_order_ids text[])
  returns table (id text, order_id text, seller_team_id text, listing_id text, hold_id text, event_id integer, quantity integer,
    price_minor bigint, fee_minor bigint, currency text, seller_price_minor bigint, seller_currency text, state text, facts jsonb,
    refund_id text, refund_minor bigint, refund_currency text, refund_state text, requested_at timestamptz,
    requested_us bigint, refunded_at timestamptz, gateway_refund_id text, paid_otherwise text, quote_id text, quote_title text)
  language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select l.id, l.order_id, l.seller_team_id, l.listing_id, l.hold_id, l.event_id, l.quantity, l.price_minor, l.fee_minor,
      l.currency, l.seller_price_minor, l.seller_currency, l.state, l.facts, r.id, r.amount_minor, r.currency, r.state,
      r.requested_at, (extract(epoch from r.requested_at) * 1000000)::bigint, r.refunded_at, r.gateway_refund_id,
      r.paid_otherwise, q.quote_id, q.title
    from order_lines l
    left join order_refunds r on r.line_id = l.id
    left join lateral quotes_of_orders(array[l.order_id]) q on true
    where l.order_id = any(p_order_ids);
end $$;

-- Rows after a position whose transaction, and every older one, has ended.
create function outbox_after(p_xid xid8, p_id bigint, p_limit integer)
  returns table (xid xid8, id bigint, topic text, subject text, payload jsonb, occurred_at timestamptz)
  language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select o.xid, o.id, o.topic, o.subject, o.payload, o.occurred_at
    from outbox o
    where (o.xid, o.id) > (p_xid, p_id) and o.xid < pg_snapshot_xmin(pg_current_snapshot())
    order by o.xid, o.id
    limit p_limit;
end $$;

do $$
declare
  v_function regprocedure;
begin
  foreach v_function in array array['whole_lines_of_orders(text[])', 'outbox_after(xid8, bigint, integer)']::regprocedure[]
  loop
    execute format('alter function %s set plan_cache_mode = force_generic_plan', v_function);
    execute format('alter function %s set enable_seqscan = off', v_function);
    execute format('alter function %s set enable_hashjoin = off', v_function);
    execute format('alter function %s set enable_mergejoin = off', v_function);
  end loop;
end $$;
