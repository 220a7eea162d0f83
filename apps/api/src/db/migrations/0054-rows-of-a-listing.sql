-- Invariant: what belongs to a listing is found by the listing, whatever has become of it: a check of a foreign key, and a
-- question about one listing's past, must not read every hold and attempt that ever was.
create index holds__by_listing on holds (listing_id);
create index checkout_attempt_lines__by_listing on checkout_attempt_lines (listing_id);
