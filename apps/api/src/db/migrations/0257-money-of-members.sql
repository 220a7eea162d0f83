-- `money` guards costs and proceeds from now on. Members who could see and change them without it get it, as do people with an
-- open invitation, so that all keep what they can do; owners can take it away afterwards.
-- Reviewed: only accounts of sellers that are not owners are written, and open invitations, which are few.
update accounts set seller_permissions = array_append(seller_permissions, 'money')
  where team_role <> 'owner' and 'view' = any(seller_permissions) and not 'money' = any(seller_permissions);
update team_invitations set seller_permissions = array_append(seller_permissions, 'money')
  where ended_at is null and 'view' = any(seller_permissions) and not 'money' = any(seller_permissions);
