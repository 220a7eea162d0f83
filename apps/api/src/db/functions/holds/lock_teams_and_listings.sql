-- Lock order of every command: teams first, then listings, each by id, so no two deadlock. Returns the clock time after
-- all locks are held.
create or replace function lock_teams_and_listings(p_team_ids text[], p_listing_ids text[])
  returns timestamptz language plpgsql as $$
declare
  v_teams integer;
  v_listings integer;
begin
  perform from teams t where t.id = any(p_team_ids) order by t.id collate "C" for no key update;
  get diagnostics v_teams = row_count;
  perform from listings l where l.id = any(p_listing_ids) order by l.id collate "C" for no key update;
  get diagnostics v_listings = row_count;
  -- A duplicate is locked once; an unknown id is not locked at all.
  if v_teams < cardinality(p_team_ids) or v_listings < cardinality(p_listing_ids) then
    perform assert_distinct('team', p_team_ids), assert_distinct('listing', p_listing_ids);
  end if;
  return clock_timestamp();
end $$;
