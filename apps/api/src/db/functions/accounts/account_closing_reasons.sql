-- Why an account cannot be closed, each with how many there are; and whether its team ends with it. Orders, holds and
-- sales of a team with other members stay with the team, so that only what the account itself is paying for counts.
create or replace function account_closing_reasons(p_account_id text)
  returns table (ends_team boolean, other_members integer, owners integer, other_operators integer, orders integer,
    sales integer, listings integer, holds integer, payments integer) language sql stable as $$
  with account as (select id, team_id, role from accounts where id = p_account_id),
    others as (
      select count(*)::integer as members, (count(*) filter (where m.team_role = 'owner' and m.status = 'active'))::integer as owners
      from account a join accounts m on m.team_id = a.team_id and m.id <> a.id and m.status <> 'removed')
  select others.members = 0, others.members, others.owners,
    (select count(*)::integer from accounts o where o.role = 'operator' and o.status = 'active' and o.id <> account.id),
    case when others.members = 0 then (
      select count(*)::integer from orders o where o.team_id = account.team_id and o.state = 'confirmed') else 0 end,
    case when others.members = 0 then (
      select count(*)::integer from listings l join order_lines n on n.listing_id = l.id
      where l.seller_team_id = account.team_id and n.state = 'confirmed') else 0 end,
    case when others.members = 0 then (
      select count(*)::integer from listings l join catalogue_events e on e.id = l.event_id
      where l.seller_team_id = account.team_id and l.status = 'active' and l.sold < l.quantity
        and e.starts_at > clock_timestamp()) else 0 end,
    case when others.members = 0 then (
      select count(*)::integer from holds h where h.team_id = account.team_id
        and hold_is_current(h.is_open, h.state, h.reserved_until, clock_timestamp())) else 0 end,
    (select count(*)::integer from checkout_attempts t where t.team_id = account.team_id and t.is_open
      and (others.members = 0 or t.account_id = account.id))
  from account, others
$$;
