-- Orders of quotes are placed in one call with others.
drop function if exists place_orders(jsonb, text[], text[], text[], integer[], text[], text[], integer[], integer[], integer);
drop function if exists read_order_inputs(text[]);
