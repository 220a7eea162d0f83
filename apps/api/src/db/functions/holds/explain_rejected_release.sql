-- Why a line of evaluate_releases is rejected, with the quantities that may be released instead. `p_free` is the `free` of
-- that line.
create or replace function explain_rejected_release(
  p_hold_id text, p_code text, p_held integer, p_split_type text, p_free integer, p_quantity_limit integer,
  p_unit integer) returns jsonb language sql stable as $$
  select jsonb_build_object('hold_id', p_hold_id, 'code', p_code,
    'held', case when p_code in ('hold.not_found', 'hold.ended') then 0 else p_held end,
    'releasable', case when p_code in ('hold.too_many', 'hold.part_not_allowed') then (
      select jsonb_agg(part order by part) from generate_series(1, p_held) part
      where split_rule_allows_release(p_split_type, p_free, p_quantity_limit, p_unit, p_held, part)
        and (part = p_held or not exists (select from holds h join listings l on l.id = h.listing_id
          where h.id = p_hold_id and p_held - part <> all(l.split_quantities))))
      else '[]'::jsonb end)
$$;
