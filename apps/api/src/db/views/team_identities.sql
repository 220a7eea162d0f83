-- What two teams of one owner have in common, as the operator approved it (keyed digests). What a team only says of itself is
-- no evidence. A new kind of evidence is one more branch, with an index; `related_teams` and everything that calls it follow.
create or replace view team_identities as
select s.team_id, 'bank_account' as kind, encode(s.approved_bank_digest, 'hex') as value from seller_accounts s
where s.approved_bank_digest is not null
union all
select s.team_id, 'tax_number', encode(s.approved_tax_digest, 'hex') from seller_accounts s
where s.approved_tax_digest is not null;
