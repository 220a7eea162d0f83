-- One definition of an account's full name; other names say what the objects are.
alter table accounts add column full_name text not null
  generated always as (btrim(first_name || ' ' || last_name)) stored;

alter index quotes__answered_by_team rename to quotes__responded_by_team;
comment on column attention_dismissals.subject is
  'The quote with a response, or the listing whose price fell.';
comment on column attention_dismissals.version is
  'What was reported: the time of the response in milliseconds, or the price in minor units. Anything newer is listed again.';

update outbox_cursors set subscriber = 'emails' where subscriber = 'notifications';
comment on column security_events.actor_id is 'The logged-in account that acted.';
