-- One simulation per team at a time: each may read 50,000 listings and their comparables.
alter table price_rule_teams add column simulating_until timestamptz;
comment on column price_rule_teams.simulating_until is 'A simulation is under way. Moved on while it works, so that one whose process ended blocks none for long.';
