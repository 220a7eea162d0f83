-- Numbers and times of orders, for the module quotes, which reads orders only through such functions.
create or replace function order_headers(p_order_ids text[])
  returns table (order_id text, number text, placed_at timestamptz)
  language sql stable as $$
  select o.id, o.number, o.placed_at from orders o where o.id = any(p_order_ids)
$$;
