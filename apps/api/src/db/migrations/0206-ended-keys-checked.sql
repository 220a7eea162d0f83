-- In a transaction of its own, so that no lock of 0205 lasts while the rows are read.
alter table inventory_imports validate constraint inventory_imports__api_key;
