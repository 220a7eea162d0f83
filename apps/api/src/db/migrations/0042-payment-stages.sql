-- The holds of a payment are read with their revision, and those of several payments change in one call.
drop function if exists lock_holds(text, text[], text);
drop function if exists transition_holds(text[], text, text, text, timestamptz, integer);
drop function if exists listing_snapshots(text[]);
