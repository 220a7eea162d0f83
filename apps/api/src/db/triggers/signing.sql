create or replace trigger signing_audit__append_only before update or delete on signing_audit
  for each row execute function protect_signing_evidence();
create or replace trigger signing_audit__not_truncated before truncate on signing_audit
  for each statement execute function reject_change();
