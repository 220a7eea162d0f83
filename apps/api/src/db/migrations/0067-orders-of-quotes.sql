-- Invariants: a purchase names the quote that it comes from by its id, since a slug is kept nowhere in clear; an order that
-- is undone leaves its quote as it was, and both stand in the quote's history; who is told of views is told once an hour.
alter table checkout_attempts rename column quote_slug to quote_id;
alter table checkout_attempts add constraint checkout_attempts__of_a_quote foreign key (quote_id) references quotes (id);

alter table quote_history drop constraint quote_history_what_check;
alter table quote_history add constraint quote_history__what check (what in ('created', 'viewed', 'accepted', 'declined',
  'expired', 'withdrawn', 'revived', 'extended', 'commission_changed', 'sent', 'ordered', 'order_undone'));

alter table quotes add column view_told_at timestamptz;

-- For the orders, which know nothing else of quotes.
create function quotes_of_orders(ids text[]) returns table (order_id text, quote_id text, title text) language sql stable as $$
  select l.order_id, q.id, q.title from quote_orders l join quotes q on q.id = l.quote_id where l.order_id = any(ids)
$$;
