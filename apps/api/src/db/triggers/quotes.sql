create or replace trigger quote_history__append_only before update on quote_history
  for each row execute function reject_change();
