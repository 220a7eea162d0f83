-- Trigger: copies the hashes of bank account and tax number when an operator approves the team. Teams of one company are
-- recognised by these copies, because later details are not verified.
create or replace function store_approved_identities() returns trigger language plpgsql as $$
begin
  new.approved_bank_digest := new.bank_digest;
  new.approved_tax_digest := new.tax_digest;
  return new;
end $$;
