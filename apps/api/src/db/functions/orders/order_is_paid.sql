-- Whether the payment was captured. Before that an order may still be reversed and must not be changed otherwise.
create or replace function order_is_paid(p_order_id text) returns boolean language sql stable as $$
  select exists (
    select from orders o join checkout_attempts a on a.id = o.attempt_id where o.id = p_order_id and a.state = 'confirmed')
$$;
