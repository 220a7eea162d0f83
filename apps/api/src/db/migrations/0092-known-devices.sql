-- A device is new to tickets until its session has proved a factor for them.
alter table sessions add column tickets_allowed_at timestamptz;
comment on column sessions.tickets_allowed_at is
  'When the session first downloaded a ticket with a recent factor. Later downloads ask for nothing.';
