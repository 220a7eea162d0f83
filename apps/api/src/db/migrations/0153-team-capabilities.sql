-- A team buys, sells or both, and members of a selling team have permissions.
alter table teams
  add column can_buy boolean not null default false,
  add column can_sell boolean not null default false;
comment on column teams.can_buy is 'Set with the team''s first buyer account, like `can_sell` with its first seller account, by a trigger.';
comment on column teams.can_sell is 'Also set by the approval of an application. Stays set while selling is suspended.';
update teams t set
  can_buy = exists (select from accounts a where a.team_id = t.id and a.role = 'buyer'),
  can_sell = exists (select from accounts a where a.team_id = t.id and a.role = 'seller');

alter table accounts
  add column seller_permissions text[] not null default '{}'
    check (seller_permissions <@ array['view', 'list', 'price', 'deliver', 'money']);
comment on column accounts.seller_permissions is
  'What a member may do for a selling team. Owners may do everything, whatever is stored.';
update accounts set seller_permissions = '{view,list,price,deliver,money}' where role = 'seller';

alter table team_invitations
  add column seller_permissions text[] not null default '{}'
    check (seller_permissions <@ array['view', 'list', 'price', 'deliver', 'money']);
comment on column team_invitations.seller_permissions is 'Permissions of the account that accepts it.';
