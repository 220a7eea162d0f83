-- Called only by functions of the previous release, which may still run during an upgrade.
-- This release calls explain_rejected_release instead.
create or replace function rejected_release(
  p_hold_id text, p_code text, p_held integer, p_split_type text, p_available integer, p_quantity_limit integer,
  p_unit integer) returns jsonb language sql stable as $$
  select explain_rejected_release(p_hold_id, p_code, p_held, p_split_type, p_available, p_quantity_limit, p_unit)
$$;
