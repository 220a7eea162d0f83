-- An index on the open holds alone looked to the planner like a short list of them all: where its figures were old, a hold
-- was released by reading through that list with every dead entry in it, slower with each hold ever made.
drop index holds__by_end;
create index holds__by_end on holds (reserved_until);
