-- What only the release before the previous one called. The previous release, ea1d9963, calls the functions with a 2 at the end,
-- so the names are free for those of this release.
-- Reviewed: ea1d9963 calls none of them.
drop function if exists place_holds(text[], text[], text[], bytea[], integer[], text[], text[], integer[], text[],
  text[], integer, integer, integer, integer);
drop function if exists insert_allowed_holds(text[], text[], integer[], text[], text[], integer[], text[], text[],
  integer, integer, integer, integer, integer[], timestamptz);
drop function if exists evaluate_hold_lines(text[], integer[], text[], text[], integer[], text[], text[], integer[],
  timestamptz);
drop function if exists explain_rejected_holds(text[], integer[], text[], text[], integer[], text[], text[], integer,
  integer, integer[], timestamptz);
drop function if exists start_purchases(jsonb, text[], text[], text[], bytea[], integer[], text[], text[], integer[],
  bytea[], integer);
drop function if exists listing_snapshots(text[]);
