-- Called only by the previous release of Terrace. This release calls start_purchases instead.
create or replace function start_purchases_2(
  p_attempts jsonb, p_attempt_ids text[], p_team_ids text[], p_keys text[], p_body_hashes bytea[],
  p_line_requests integer[], p_hold_ids text[], p_listing_ids text[], p_revisions integer[], p_attendees bytea[],
  p_extension_minutes integer)
  returns table (request integer, response jsonb)
  language sql as $$
  select * from start_purchases(p_attempts, p_attempt_ids, p_team_ids, p_keys, p_body_hashes, p_line_requests,
    p_hold_ids, p_listing_ids, p_revisions, p_attendees, p_extension_minutes)
$$;
