-- These triggers cover changes by imports and by an operator's SQL. Commands announce their own changes.
create or replace trigger catalogue_events__invalidate_feed after update on catalogue_events
  referencing old table as before new table as changed for each statement execute function invalidate_feed_of_updated_events();
create or replace trigger teams__renamed after update of name on teams
  for each row when (old.name is distinct from new.name) execute function on_seller_renamed();
create or replace trigger seating_categories__renamed after update of name on seating_categories
  for each row when (old.name is distinct from new.name) execute function on_seating_category_renamed();
