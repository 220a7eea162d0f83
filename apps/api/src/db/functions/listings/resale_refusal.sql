-- Why this seller may not offer tickets of the event at the price, as a text for the seller; null: allowed. A price cap
-- needs the face value. Amounts are in one currency.
create or replace function resale_refusal(p_event_id integer, p_team_id text, p_price_minor bigint, p_face_value_minor bigint)
  returns text language plpgsql stable as $$
begin
  -- Most installations have no rule that is on.
  if not exists (select from resale_rules r where r.is_on) then
    return null;
  end if;
  return (
    with recursive place as (
      select e.category_id as id, v.country_code from catalogue_events e join venues v on v.id = e.venue_id where e.id = p_event_id
      union
      select c.parent_id, place.country_code from place join categories c on c.id = place.id where c.parent_id is not null
    )
    select case when r.kind = 'price_cap' and p_face_value_minor is null
        then r.reason || ' Enter the face value, because at most ' || r.cap_percent || ' % of it are allowed.'
      when r.kind = 'price_cap' then r.reason || ' At most ' || r.cap_percent || ' % of the face value are allowed.'
      else r.reason end
    from resale_rules r
    where r.is_on and exists (
        select from place left join categories c on c.id = place.id
        where (r.competition is null or c.slug = r.competition) and (r.country_code is null or place.country_code = r.country_code))
      and case r.kind
        when 'forbidden' then true
        when 'authorised_only' then not exists (
          select from resale_authorisations a where a.rule_id = r.id and a.team_id = p_team_id)
        else p_face_value_minor is null or p_price_minor * 100 > p_face_value_minor * r.cap_percent
      end
    order by r.id limit 1);
end $$;
