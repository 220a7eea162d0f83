-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- Replaces the default text of a page; a page without a row shows its default.
create table content_texts (
  name text primary key check (name in ('terms', 'privacy')),
  body text not null check (btrim(body) <> '' and length(body) <= 200000),
  updated_at timestamptz not null default clock_timestamp()
);
