-- Without a transaction
-- What a seller has sold and not delivered: without it, each publishing call reads every listing that the seller ever sold.
create index concurrently if not exists order_lines__to_deliver_by_seller on order_lines (seller_team_id) where (state = 'confirmed');
