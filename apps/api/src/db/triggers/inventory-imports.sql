create or replace trigger accounts__revoke_keys after update of status, team_role on accounts
  for each row when ((old.status <> 'removed' and new.status = 'removed')
    or (old.team_role = 'owner' and new.team_role <> 'owner')) execute function revoke_keys_of_account();
create or replace trigger inventory_imports__read_again before update of state on inventory_imports
  for each row when (new.state = 'matched' and old.kept_rows > 0) execute function read_import_again();
create or replace trigger inventory_imports__forget_rows after update of state on inventory_imports
  for each row when (new.state = 'undone' and old.state <> 'undone') execute function forget_settled_rows();
create or replace trigger inventory_listing_sources__forget_row before update of listing_id on inventory_listing_sources
  for each row when (old.listing_id <> new.listing_id) execute function forget_settled_row();
