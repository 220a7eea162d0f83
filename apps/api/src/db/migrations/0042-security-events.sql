-- Invariants: a record of what concerns security is never changed, is dated by the database alone, and goes no earlier
-- than 400 days after it was written. It outlives the accounts it speaks of, so it refers to none by key.
create table security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null check (kind ~ '^[a-z]+\.[a-z_]+$'),
  -- Who did it, where somebody was signed in, and whose account it was done to.
  actor_id text check (actor_id ~ '^usr_'),
  account_id text check (account_id ~ '^usr_'),
  team_id text check (team_id ~ '^tm_'),
  session_id text check (session_id ~ '^ses_'),
  address text not null,
  user_agent text not null check (length(user_agent) <= 300),
  request_id text,
  facts jsonb not null check (jsonb_typeof(facts) = 'object' and length(facts::text) <= 2000)
);
create index security_events__by_account on security_events (account_id, id);
create index security_events__by_age on security_events (at);

create function date_security_event() returns trigger language plpgsql as $$
begin
  new.at := clock_timestamp();
  return new;
end $$;
create trigger security_events__dated before insert on security_events
  for each row execute function date_security_event();

create function keep_security_event() returns trigger language plpgsql as $$
begin
  if old.at < clock_timestamp() - interval '400 days' then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger security_events__kept before delete on security_events
  for each row execute function keep_security_event();
create trigger security_events__append_only before update on security_events
  for each row execute function refuse_change();
create trigger security_events__not_truncated before truncate on security_events
  for each statement execute function refuse_change();
