-- Only personal texts may be erased: the name, the reason and the email address.
create or replace trigger quote_history__append_only before update on quote_history
  for each row when ((new.id, new.quote_id, new.at, new.event, new.account_id)
    is distinct from (old.id, old.quote_id, old.at, old.event, old.account_id)
    or new.details is distinct from old.details and new.details is distinct from old.details - 'email'
    or new.actor_name <> coalesce(old.actor_name, '') or new.reason <> coalesce(old.reason, ''))
  execute function reject_change();
