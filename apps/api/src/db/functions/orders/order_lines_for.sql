create or replace function order_lines_for(p_order_ids text[])
  returns table (line_id text, order_id text, listing_id text, quantity integer, price_minor bigint, currency text,
    state text)
  language sql stable as $$
  select l.id, l.order_id, l.listing_id, l.quantity, l.price_minor, l.currency, l.state
  from order_lines l where l.order_id = any(p_order_ids)
$$;
