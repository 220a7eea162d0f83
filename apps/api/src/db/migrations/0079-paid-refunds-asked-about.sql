-- Of the paid refunds only those of the last two months are asked about, and they are found without a look at all that ever were.
-- Nothing but speed hangs on this index.
create index order_refunds__paid on order_refunds (refunded_at) where state = 'succeeded';
