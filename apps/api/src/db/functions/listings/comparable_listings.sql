-- Active listings of all sellers that compare with one at this place: same event, same section (same category for general
-- admission), at most five rows apart where both rows are known. Planned as part of the query that calls it.
create or replace function comparable_listings(
  p_event_id integer, p_section text, p_category_id integer, p_general_admission boolean, p_place integer)
  returns setof listings language sql stable as $$
  select * from listings o
  where o.event_id = p_event_id and o.section = p_section and o.status = 'active' and not p_general_admission
    and coalesce(abs(row_position(o."row") - p_place) <= 5, true)
  union all
  select * from listings o
  where o.event_id = p_event_id and o.category_id = p_category_id and o.status = 'active' and o.general_admission
    and p_general_admission
$$;
