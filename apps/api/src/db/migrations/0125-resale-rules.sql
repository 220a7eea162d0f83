-- Which teams may resell tickets where, and at which price.
create table resale_rules (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,59}$'),
  kind text not null check (kind in ('forbidden', 'authorised_only', 'price_cap')),
  competition text,
  country_code text check (country_code ~ '^[A-Z]{2}$'),
  cap_percent integer check (cap_percent between 1 and 1000),
  reason text not null check (reason <> ''),
  note text not null,
  is_on boolean not null default false,
  switched_at timestamptz,
  constraint resale_rules__has_scope check (competition is not null or country_code is not null),
  constraint resale_rules__cap_has_percent check ((kind = 'price_cap') = (cap_percent is not null))
);
comment on table resale_rules is 'Rules about the resale of tickets, of the data file that was imported. Off until an operator switches them on.';
comment on column resale_rules.competition is 'Slug of the competition; null: every event of the country.';
comment on column resale_rules.country_code is 'Of the venue; null: every country.';
comment on column resale_rules.cap_percent is 'Highest price, in percent of the face value.';
comment on column resale_rules.reason is 'Why a listing is refused, for its seller.';
comment on column resale_rules.note is 'For the operator: the source, and what counsel must confirm.';

create table resale_authorisations (
  rule_id text not null references resale_rules(id),
  team_id text not null references teams(id),
  created_at timestamptz not null default clock_timestamp(),
  primary key (rule_id, team_id)
);
comment on table resale_authorisations is 'Teams to which a rule `authorised_only` does not apply.';
create index resale_authorisations__by_team on resale_authorisations (team_id);
