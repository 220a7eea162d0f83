-- Status changes are read by their line, in the order of their ids; no query looks for attempts by listing.
alter table order_line_transitions drop constraint order_line_transitions_pkey;
alter table order_line_transitions add primary key (line_id, id);
drop index order_line_transitions__by_line;
drop index checkout_attempt_lines__by_listing;
