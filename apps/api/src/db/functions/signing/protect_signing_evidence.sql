-- Trigger: the evidence of a signature is append-only. That terms were opened is evidence only once they are signed.
create or replace function protect_signing_evidence() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.event = 'opened'
    and not exists (select from signed_envelopes e where e.signing_id = old.signing_id)
  then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
