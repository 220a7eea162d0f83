-- When a session's account last proved who it is. Null for sessions that the previous release opened, and for handovers.
alter table sessions
  add column password_proven_at timestamptz,
  add column second_factor_proven_at timestamptz;
comment on column sessions.password_proven_at is
  'When the password was last entered in this session. Changes to security ask for a recent proof.';
comment on column sessions.second_factor_proven_at is
  'When a passkey, a code of an authenticator app or a recovery code was last used in this session.';
