-- Only personal texts may be erased.
create or replace trigger quote_history__append_only before update on quote_history
  for each row when ((new.id, new.quote_id, new.at, new.event, new.account_id, new.details)
    is distinct from (old.id, old.quote_id, old.at, old.event, old.account_id, old.details)
    or new.actor_name <> coalesce(old.actor_name, '') or new.reason <> coalesce(old.reason, ''))
  execute function reject_change();
