-- The purchase of a line is its order: who placed it and when. Only later changes have rows.
delete from order_line_transitions where from_state is null;
alter table order_line_transitions alter column from_state set not null;
comment on table order_line_transitions is
  'Status changes of a line after its purchase, which is a fact of the order: `confirmed`, by its account, at `placed_at`.';
