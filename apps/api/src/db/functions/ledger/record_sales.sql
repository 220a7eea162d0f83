-- Records the sale of each order: `id`, `attempt_id` and the balanced entries that entriesOfSale() has computed.
create or replace function record_sales(p_orders jsonb) returns void language sql as $$
  insert into ledger_transactions (kind, attempt_id, order_id, accounts, amounts_minor, currencies)
  select 'sale', o.attempt_id, o.id, o.accounts, o.amounts_minor, o.currencies
  from jsonb_to_recordset(p_orders) as o (id text, attempt_id text, accounts text[], amounts_minor bigint[],
    currencies text[])
$$;
