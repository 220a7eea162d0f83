-- Until when holds of the listing by the team are rejected, or null if they are allowed now; place_holds describes the
-- rule. Null, too, if p_cooldown_after is null, which turns the rule off.
create or replace function hold_cooldown_until(p_team_id text, p_listing_id text, p_cooldown_after integer, p_cooldown_window_minutes integer, p_cooldown_minutes integer,
  p_as_of timestamptz)
  returns timestamptz language sql stable as $$
  select case when count(*) >= p_cooldown_after and max(ended_at) > p_as_of - make_interval(mins => p_cooldown_minutes)
    then max(ended_at) + make_interval(mins => p_cooldown_minutes) end
  from (
    select coalesce(h.released_at, h.reserved_until) as ended_at from holds h
    where p_cooldown_after is not null and h.listing_id = p_listing_id and h.team_id = p_team_id
      and h.created_at > p_as_of - make_interval(mins => p_cooldown_window_minutes) and h.counts_towards_cooldown
      and hold_ended_unsold(h.state, h.reserved_until, p_as_of)
  ) ended
$$;
