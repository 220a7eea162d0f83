-- These triggers cover changes by imports and by an operator's SQL. Commands announce their own changes.
create or replace trigger catalogue_events__invalidate_feed after update on catalogue_events
  referencing old table as before new table as changed for each statement execute function invalidate_feed_of_updated_events();
create or replace trigger teams__renamed after update of name on teams
  for each row when (old.name is distinct from new.name) execute function on_seller_renamed();
create or replace trigger seating_categories__renamed after update of name on seating_categories
  for each row when (old.name is distinct from new.name) execute function on_seating_category_renamed();
create or replace trigger listings__revision before update of event_id, external_id, category_id, section, "row", first_seat,
  seats, seats_hidden, general_admission, ticket_type, split_type, quantity_limit, multiple_sale_unit, split_quantities, quantity,
  shown_quantity, price_minor, currency, cost_minor, floor_minor, face_value_minor, in_hand_date, in_hand_days_before, own_hold_quantity,
  own_hold_until, own_hold_note, instant_download, hospitality,
  attendee_delivery_details_required, attendee_identification_details_required, notes, internal_notes, tags, status on listings
  for each row execute function count_listing_revision();
create or replace trigger catalogue_events__move_in_hand_dates after update on catalogue_events
  referencing old table as before new table as changed for each statement execute function move_in_hand_dates();
