-- The undo of a withdrawal is an entry of the quote's history.
alter table quote_history drop constraint quote_history_event_check;
alter table quote_history add constraint quote_history_event_check check (event in (
  'created', 'viewed', 'accepted', 'declined', 'expired', 'withdrawn', 'withdrawal_undone', 'reopened', 'extended',
  'commission_changed', 'sent', 'ordered', 'order_reversed'));
