create or replace trigger order_lines__order_state after update of state on order_lines
  for each row when (old.state is distinct from new.state) execute function refresh_order_state();
