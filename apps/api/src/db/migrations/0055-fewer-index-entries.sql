-- Each index of open holds names its column in its condition too: only queries for that column can use it. Otherwise a plan
-- that was made while no hold was open may scan any of them, because all look empty.
drop index holds__open_by_listing, holds__open_by_team, holds__open_by_expiry;
create index holds__open_by_listing on holds (listing_id) where is_open and listing_id is not null;
create index holds__open_by_team on holds (team_id) where is_open and team_id is not null;
create index holds__open_by_expiry on holds (expires_at) where is_open and expires_at is not null;

-- Its readers, imports and the yearly move of seasons, find the lines by their listings or read all of them.
drop index order_lines__by_event;

-- Notifications of one moment are few, and sorted when they are read.
drop index notifications__by_account;
create index notifications__by_account on notifications (account_id, at desc);

-- The facts of an order are read with its purchase, and its number is drawn when it is placed.
drop function if exists read_purchases(text[], text[], bytea[], integer[], text[]);
drop function if exists read_order_inputs(text[], text[]);
drop function if exists listing_snapshots(text[]);
drop function if exists place_orders(jsonb, text[], text[], text[], text[], integer[], text[], text[], integer[], integer[],
  int4multirange[], integer);
