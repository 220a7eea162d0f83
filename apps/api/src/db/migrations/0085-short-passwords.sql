-- Whether an account is asked for a longer password after login.
alter table accounts add column has_short_password boolean not null default false;
comment on column accounts.has_short_password is
  'Whether the current password has fewer than 8 characters, which sign-up accepts. Known from the login or sign-up that saw it.';
