-- Invitations that state no permissions, those of the previous release, give all of them, as accounts do.
alter table team_invitations alter column seller_permissions set default '{view,list,price,deliver,money}';
update team_invitations set seller_permissions = '{view,list,price,deliver,money}'
  where ended_at is null and account_role = 'seller' and seller_permissions = '{}';
