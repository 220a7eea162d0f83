-- What an order shows of the card that paid for it; never a number.
alter table orders
  add column card_brand text,
  add column card_last4 text check (card_last4 ~ '^\d{4}$');
create index order_lines__by_listing on order_lines (listing_id);
