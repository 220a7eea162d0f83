-- An API key that is deleted after its end leaves the imports that it sent. The next migration checks the rows.
alter table inventory_imports drop constraint inventory_imports_api_key_id_fkey;
alter table inventory_imports add constraint inventory_imports__api_key
  foreign key (api_key_id) references inventory_api_keys(id) on delete set null not valid;
