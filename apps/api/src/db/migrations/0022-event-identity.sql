-- Events are identified by ids: a renamed club or competition gets another slug, and its fixtures must stay the same.
alter table events disable trigger user;
with keys as (
  select e.id, e.category_id || '/' || s.name || '/' ||
    coalesce(home.performer_id || '/' || away.performer_id, split_part(e.source_key, '/', 3)) as key
  from events e join seasons s on s.id = e.season_id
  left join event_performers home on home.event_id = e.id and home.role = 'home'
  left join event_performers away on away.event_id = e.id and away.role = 'away'
  where split_part(e.source_key, '/', 2) = s.name
    -- A pair has four parts, an event with a name of its own three.
    and array_length(string_to_array(e.source_key, '/'), 1)
      = case when home.performer_id is null or away.performer_id is null then 3 else 4 end
)
-- Two events of one pair, made by a rename: the older one keeps the identity.
update events e set source_key = keys.key
from (select distinct on (key) id, key from keys order by key, id) keys
where e.id = keys.id;
alter table events enable trigger user;

alter table event_sources drop constraint event_sources_source_check;
alter table event_sources add check (source <> '');
comment on column event_sources.source is 'Namespace of the references: a format, or the name of a profile.';
