create or replace trigger seller_documents__release_file after delete on seller_documents
  for each row execute function release_seller_document();
