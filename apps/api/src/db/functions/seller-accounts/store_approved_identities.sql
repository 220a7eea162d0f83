-- Trigger: stores by what a team is recognised, as it was when the operator approved it. Later changes are not verified.
create or replace function store_approved_identities() returns trigger language plpgsql as $$
begin
  new.approved_bank_digest := new.bank_digest;
  new.approved_tax_digest := new.tax_digest;
  return new;
end $$;
