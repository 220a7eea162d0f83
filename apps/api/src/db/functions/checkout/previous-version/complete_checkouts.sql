-- Called only by functions of the previous release, which may still run during an upgrade.
-- This release calls start_captures instead.
create or replace function complete_checkouts(p_attempt_ids text[], p_team_ids text[], p_lease_seconds integer)
  returns void language sql as $$
  select start_captures(p_attempt_ids, p_team_ids, p_lease_seconds)
$$;
