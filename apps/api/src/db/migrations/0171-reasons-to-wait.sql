-- Reviewed: the check of the existing rows is the next migration.
-- Files without a person also wait for moved prices, and after the revocation of their key.
alter table inventory_imports drop constraint inventory_imports_waits_for_check;
alter table inventory_imports add constraint inventory_imports_waits_for_check check (waits_for in ('profile', 'first_imports', 'withdrawals', 'held', 'earlier', 'prices', 'key')) not valid;
