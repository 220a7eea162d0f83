create or replace trigger seller_documents__release_file after delete on seller_documents
  for each row execute function release_seller_document();
create or replace trigger seller_accounts__store_approved_identities before update of state on seller_accounts
  for each row when (old.state <> 'approved' and new.state = 'approved') execute function store_approved_identities();
