-- A broker is reminded once of a quote that was sent or shared and not opened.
alter table quotes
  add column first_sent_at timestamptz,
  add column reminder_due_at timestamptz,
  add constraint quotes__reminder_after_sending check (reminder_due_at is null or first_sent_at is not null);
create index quotes__reminder_due on quotes (reminder_due_at) where (reminder_due_at is not null);
comment on column quotes.first_sent_at is 'When its link was first emailed, copied or shown as a code.';
comment on column quotes.reminder_due_at is 'Null once the reminder was sent or is no longer needed.';

alter table team_quote_settings add column email_on_unopened boolean not null default true;

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in (
  'message', 'quote_viewed', 'quote_unopened', 'quote_accepted', 'quote_declined', 'order_placed', 'tickets_delivered',
  'order_changed', 'price_drop', 'low_stock', 'hold_expired', 'search_match'));
