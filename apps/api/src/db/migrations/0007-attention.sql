-- What home lists for a broker, and what an account has dismissed from it.

create table attention_dismissals (
  account_id text not null references accounts (id) on delete cascade,
  subject text not null,
  version text not null check (version <> ''),
  dismissed_at timestamptz not null,
  primary key (account_id, subject)
);
create index attention_dismissals__by_age on attention_dismissals (dismissed_at);
comment on column attention_dismissals.subject is 'The quote that was answered, or the listing whose price fell.';
comment on column attention_dismissals.version is
  'What was reported: the time of the answer in milliseconds, or the price in minor units. Anything newer is listed again.';

create index quotes__active_by_team on quotes (team_id, expires_at) where (state = 'active');
create index quotes__answered_by_team on quotes (team_id, responded_at) where (state in ('accepted', 'declined'));
create index orders__undelivered on orders (team_id) where (state = 'confirmed');
