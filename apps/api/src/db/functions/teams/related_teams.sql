-- The team itself, and teams that were approved with the same identity (see the view team_identities).
create or replace function related_teams(p_team_id text) returns setof text language plpgsql stable as $$
begin
  return query
    select p_team_id
    union
    select other.team_id
    from team_identities mine
    join team_identities other on other.kind = mine.kind and other.value = mine.value
    where mine.team_id = p_team_id;
end $$;
