-- What two teams of one owner have in common: an address, a company, a tax number, a bank account (keyed digests). A new kind of evidence is one more
-- branch; `related_teams` and everything that calls it follow.
create or replace view team_identities as
select t.id as team_id, 'email' as kind, lower(btrim(t.email)) as value from teams t where t.email not like '%@erased.invalid'
union all
select a.team_id, 'email', lower(btrim(a.email)) from accounts a where a.team_role = 'owner' and a.status <> 'removed'
union all
select t.id, 'company', regexp_replace(lower(t.legal_name), '[^[:alnum:]]', '', 'g') from teams t where t.legal_name is not null
union all
select t.id, 'tax_number', regexp_replace(lower(t.tax_number), '[^[:alnum:]]', '', 'g') from teams t where t.tax_number is not null
union all
select s.team_id, 'bank_account', encode(s.bank_digest, 'hex') from seller_accounts s where s.bank_digest is not null
union all
select s.team_id, 'seller_tax_number', encode(s.tax_digest, 'hex') from seller_accounts s where s.tax_digest is not null;
