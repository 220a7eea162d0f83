-- Properties of competitions that were code, entry lists, and proposals of names that an import does not know.
alter table categories
  add column art_pattern text check (art_pattern in ('pitch', 'track', 'court', 'stage', 'ice', 'field')),
  add column colours text[] check (array_to_string(colours, ',') ~ '^#[0-9a-f]{6},#[0-9a-f]{6}$'),
  add column is_featured boolean not null default false;
comment on column categories.art_pattern is
  'Pattern behind its events. A competition without one has its sport''s.';
comment on column categories.colours is 'Background and second colour, dark enough for white text.';
comment on column categories.is_featured is 'Whether the home page shows its teams. At most one category has it.';
create unique index categories__featured on categories (is_featured) where is_featured;

-- What the interface derived from names until now.
update categories set is_featured = true where slug = 'premier-league';
update categories set art_pattern = case
  when slug ~ 'american-football' then 'field'
  when slug ~ 'motor|racing|formula' then 'track'
  when slug ~ 'hockey' then 'ice'
  when slug ~ 'basketball|tennis|handball|volleyball' then 'court'
  when kind = 'genre' then 'stage'
  else 'pitch' end
where parent_id is null;
-- A keyword was split into its words, so that "1" found every race.
update categories set keywords = array(
  select word from unnest(keywords) as word
  where word not in ('Formula', '1', 'One', 'F1', 'grand', 'prix')
) || '{grand prix}'
where slug = 'motorsport' and keywords @> '{Formula,1}';

alter table competitions
  add column participants text not null default 'home-away'
    check (participants in ('home-away', 'single', 'festival')),
  add column duration_minutes smallint not null default 120 check (duration_minutes between 10 and 10080);
comment on column competitions.participants is
  '`home-away`: two performers meet. `single`: events of one performer or of all entrants. `festival`: a line-up.';
comment on column competitions.duration_minutes is
  'How long its events take, for calendars and to find performers in two places at once.';
update competitions set participants = 'single' where title_style = 'own';

alter table competition_sessions
  add column kind text not null default 'other'
    check (kind in ('race', 'sprint', 'qualifying', 'practice', 'warm-up', 'test', 'ceremony', 'other'));
comment on column competition_sessions.kind is 'What the session is, whatever a source calls it.';
update competition_sessions set kind = case
  when is_event then 'race'
  when name_key ~ '^(free )?practice|^fp|^prove' then 'practice'
  when name_key ~ '^quali|^qualy|^shoot' then 'qualifying'
  when name_key ~ '^sprint' then 'sprint'
  when name_key ~ '^warm' then 'warm-up'
  else 'other' end;

alter table performers
  drop constraint performers_kind_check,
  add constraint performers_kind_check check (kind in ('team', 'artist', 'driver', 'constructor')),
  add column colours text[] check (array_to_string(colours, ',') ~ '^#[0-9a-f]{6},#[0-9a-f]{6}$');
comment on column performers.colours is
  'Background and second colour, dark enough for white text; without them, the name decides.';

alter table event_performers
  drop constraint event_performers_role_check,
  add constraint event_performers_role_check
    check (role in ('home', 'away', 'performer', 'driver', 'constructor'));

create table competition_entries (
  category_id integer not null references competitions(category_id) on delete cascade,
  -- Name of the season.
  season text not null check (season <> ''),
  performer_id integer not null references performers(id) on delete cascade,
  role text not null check (role in ('performer', 'driver', 'constructor')),
  position smallint not null default 0,
  primary key (category_id, season, performer_id)
);
create index competition_entries__by_performer on competition_entries (performer_id);
comment on table competition_entries is
  'Who takes part in every event of a season, such as the drivers and constructors of a championship.';
comment on column competition_entries.season is 'Name of the season.';

create table name_proposals (
  id integer generated always as identity primary key,
  what text not null check (what in ('performer', 'venue', 'competition', 'event')),
  name text not null,
  name_key text not null check (name_key <> ''),
  scope text not null,
  kind text check (kind in ('team', 'artist', 'driver', 'constructor')),
  competition text,
  city text,
  country_code text,
  file_name text not null,
  line integer not null,
  status text not null default 'open' check (status in ('open', 'accepted', 'merged', 'rejected')),
  target_id integer,
  proposed_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  unique (what, scope, name_key)
);
create index name_proposals__open on name_proposals (id) where status = 'open';
comment on table name_proposals is
  'Names that imports do not know, once each, until an operator decides. The rows that wait are in unmatched_events and carry the proposal''s id.';
comment on column name_proposals.scope is
  'Where the name has one meaning: a namespace of performers, a place of venues, a competition, or one row of a source.';
comment on column name_proposals.kind is 'Kind of performer that the file suggests.';
comment on column name_proposals.competition is 'Slug of the competition whose events name it.';
comment on column name_proposals.file_name is 'The first file that names it.';
comment on column name_proposals.target_id is 'The performer, venue, competition or event that the name means since the decision.';

create index unmatched_events__proposals on unmatched_events using gin (missing jsonb_path_ops)
  where (status = 'waiting');
