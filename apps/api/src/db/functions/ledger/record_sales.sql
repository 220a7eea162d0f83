-- Records the sale of each order: `id`, `attempt_id` and the balanced `entries` that entriesOfSale() has computed.
create or replace function record_sales(p_orders jsonb) returns void language plpgsql as $$
begin
  with sale as (
    insert into ledger_transactions (kind, attempt_id, order_id)
    select 'sale', o.attempt_id, o.id from jsonb_to_recordset(p_orders) as o (id text, attempt_id text)
    returning id, order_id
  )
  insert into ledger_entries (transaction_id, account, amount_minor, currency)
  select sale.id, e.account, e.amount_minor, e.currency
  from jsonb_to_recordset(p_orders) as o (id text, entries jsonb)
  join sale on sale.order_id = o.id
  cross join lateral jsonb_to_recordset(o.entries) as e (account text, amount_minor bigint, currency text);
end $$;
