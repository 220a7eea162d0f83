-- Writes orders with their lines, sales in the ledger and events. Each element of p_orders has the
-- columns of the order and of its ledger transaction, its `lines` and the payload of its
-- `event`; the last and `search_text` lack the number. The caller sells
-- the holds afterwards.
create or replace function insert_orders(p_orders jsonb) returns void language plpgsql as $$
begin
  insert into orders (id, number, team_id, account_id, attempt_id, tickets_minor, fee_minor, total_minor, currency, email,
    phone, card_brand, card_last4, gateway, gateway_payment_id, quote_id, quote_title, reference, internal_note,
    client_id, client_name, search_text, event_days, placed_at)
  select o.id, o.number, o.team_id, o.account_id, o.attempt_id, o.tickets_minor, o.fee_minor, o.total_minor, o.currency,
    o.email, o.phone, o.card_brand, o.card_last4, o.gateway, o.gateway_payment_id, o.quote_id, o.quote_title,
    o.reference, o.internal_note,
    -- A client that was deleted in the meantime is no longer linked; its name stays. The lock waits for a deletion now.
    (select c.id from clients c where c.id = o.client_id for key share), o.client_name, o.number || o.search_text, o.event_days, o.placed_at
  from jsonb_to_recordset(p_orders) as o (id text, number text, team_id text, account_id text, attempt_id text,
    tickets_minor bigint, fee_minor bigint, total_minor bigint, currency text, email text, phone text, card_brand text,
    card_last4 text, gateway text, gateway_payment_id text, quote_id text, quote_title text, reference text,
    internal_note text, client_id text, client_name text, search_text text, event_days date[], placed_at timestamptz);

  insert into order_lines (id, order_id, seller_team_id, listing_id, hold_id, event_id, quantity, price_minor, fee_minor,
    currency, seller_price_minor, seller_currency, state, snapshot, attendees)
  select l.id, o.id, l.seller_team_id, l.listing_id, l.hold_id, l.event_id, l.quantity, l.price_minor, l.fee_minor,
    l.currency, l.seller_price_minor, l.seller_currency, l.state, l.snapshot, decode(l.attendees, 'hex')
  from jsonb_to_recordset(p_orders) as o (id text, lines jsonb)
  cross join lateral jsonb_to_recordset(o.lines) as l (id text, seller_team_id text, listing_id text, hold_id text,
    event_id integer, quantity integer, price_minor bigint, fee_minor bigint, currency text,
    seller_price_minor bigint, seller_currency text, state text, snapshot jsonb, attendees text);

  perform record_sales(p_orders);

  insert into outbox (topic, subject, payload)
  select 'order.placed', o.id, o.event || jsonb_build_object('number', o.number)
  from jsonb_to_recordset(p_orders) as o (id text, number text, event jsonb);
end $$;
