-- A notification for price rules that were stopped. The next migration checks the rows that exist.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in ('message', 'quote_viewed', 'quote_unopened', 'quote_accepted', 'quote_declined', 'order_placed', 'tickets_delivered', 'order_changed', 'price_drop', 'low_stock', 'hold_expired', 'search_match', 'inventory', 'price_rule_stopped')) not valid;
