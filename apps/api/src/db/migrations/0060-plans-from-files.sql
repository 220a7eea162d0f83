-- Invariants: a plan that Terrace has drawn is a schematic, and never takes the place of one that was loaded from a file; one
-- name, however it is written, leads to one block of its venue.
alter table seating_plans add column is_from_file boolean not null default false;
alter table seating_plans add constraint seating_plans__drawn_is_schematic check (is_from_file or is_schematic);

-- What sellers call a block where no rule would find it. The block is named by its id in the plan; a later plan may lack it.
create table section_names (
  venue_id integer not null references venues (id) on delete cascade,
  name_key text not null check (name_key <> ''),
  name text not null,
  block_id text not null,
  primary key (venue_id, name_key)
);
