-- Marks the quotes of new orders as ordered, adds it to their history and publishes it, also for other quotes that offer
-- the same holds: each shows which client was promised the tickets. p_orders as in insert_orders; orders without a quote
-- are ignored. A quote can be ordered in every state. The caller has locked the quotes.
create or replace function mark_quotes_ordered(p_orders jsonb) returns void language plpgsql as $$
begin
  -- The exchange rate is frozen, so that the recorded cost never changes.
  insert into quote_orders (order_id, quote_id, rate)
  select o.id, q.id, case when o.currency = q.currency then 1
    else (select r.rate from exchange_rate(o.currency, q.currency, utc_day(o.placed_at)) r) end
  from jsonb_to_recordset(p_orders) as o (id text, quote_id text, currency text, placed_at timestamptz)
  join quotes q on q.id = o.quote_id;

  insert into quote_history (quote_id, at, event, account_id, reason, details)
  select q.id, o.placed_at, 'ordered', o.account_id, 'Order ' || o.number,
    jsonb_build_object('order_id', o.id, 'from', q.state)
  from jsonb_to_recordset(p_orders) as o (id text, number text, account_id text, quote_id text, placed_at timestamptz)
  join quotes q on q.id = o.quote_id;

  update quotes q set state = 'ordered'
  from jsonb_to_recordset(p_orders) as o (quote_id text) where q.id = o.quote_id;

  insert into outbox (topic, subject, payload)
  select 'quote.changed', changed.id, jsonb_build_object('quoteId', changed.id, 'teamId', changed.team_id)
  from (
    select q.id, q.team_id
    from jsonb_to_recordset(p_orders) as o (quote_id text) join quotes q on q.id = o.quote_id
    union
    select other.quote_id, q.team_id
    from jsonb_to_recordset(p_orders) as o (quote_id text)
    join quotes q on q.id = o.quote_id
    join quote_offers own on own.quote_id = q.id
    join quote_offers other on other.hold_id = own.hold_id
  ) changed;
end $$;
