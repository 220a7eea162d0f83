-- Moves attempts whose orders were just placed to `capturing`: the caller captures their payments afterwards. Deletes what the
-- orders now have instead: the attendees of the attempts, the teams' drafts of attendees for these listings, and the contact
-- details that the teams entered in the checkout form (checkout_contacts).
create or replace function start_captures(p_attempt_ids text[], p_team_ids text[], p_lease_seconds integer)
  returns void language plpgsql as $$
begin
  update checkout_attempts a set state = 'capturing', updated_at = clock_timestamp(),
    lease_expires_at = clock_timestamp() + make_interval(secs => p_lease_seconds)
  where a.id = any(p_attempt_ids);
  update checkout_attempt_lines line set attendees = null
  where line.attempt_id = any(p_attempt_ids) and line.attendees is not null;
  delete from checkout_contacts c where c.team_id = any(p_team_ids);
  delete from checkout_drafts d
  using checkout_attempt_lines line, checkout_attempts a
  where line.attempt_id = any(p_attempt_ids) and a.id = line.attempt_id
    and d.team_id = a.team_id and d.listing_id = line.listing_id;
end $$;
