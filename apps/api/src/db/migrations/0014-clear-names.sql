-- Columns, topics and a function get names that say what they mean; no data changes its meaning.
alter table saved_searches rename column is_live to is_notified;
alter table saved_searches rename column is_armed to has_baseline;
alter table saved_search_alerts rename column is_live to is_notified;
alter table tracking_alerts rename column is_live to is_notified;
comment on column saved_searches.has_baseline is
  'Whether what matched when its alerts were switched on is recorded. Until then no change is reported.';

-- Events that are not processed yet.
update outbox set topic = 'saved_search.alerts_switched_on' where topic = 'saved_search.armed';
update outbox set topic = 'checkout.refunded' where topic = 'checkout.payment_returned';

drop function if exists lock_payable_holds(text, text[], text);

comment on column holds.state is
  '`released`: ended without a sale, for whatever reason: released by the team, expired and cleaned up, or not sellable.';
