-- Trigger: an order's state follows from its lines, as `orderState()` of packages/domain derives it.
create or replace function refresh_order_state() returns trigger language plpgsql as $$
begin
  -- Two lines may change at once: the second reads the first one's state after this wait.
  perform from orders where id = new.order_id for no key update;
  update orders o set state = coalesce(
    (select 'confirmed' from order_lines where order_id = o.id and state = 'confirmed' limit 1),
    (select 'delivered' from order_lines where order_id = o.id and state = 'delivered' limit 1),
    'cancelled')
  where o.id = new.order_id;
  return null;
end $$;
