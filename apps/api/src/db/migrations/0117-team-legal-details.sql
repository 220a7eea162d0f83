-- Who the invoices of a team are addressed to, and what each invoice had when it was issued.
alter table teams
  add column legal_name text check (legal_name <> ''),
  add column legal_address text check (legal_address <> ''),
  add column tax_number text check (tax_number <> '');
alter table teams add constraint teams__legal_details_complete
  check ((legal_name is null) = (legal_address is null) and (tax_number is null or legal_name is not null)) not valid;
alter table teams validate constraint teams__legal_details_complete;
comment on column teams.legal_name is 'Name of the company on invoices; null: the team''s name.';
comment on column teams.legal_address is 'Its postal address in lines.';
alter table invoices add column customer_details jsonb;
comment on column invoices.customer_details is
  'Name, address and tax number of the buying team when the invoice was issued. Null: issued by an earlier release, or erased.';
