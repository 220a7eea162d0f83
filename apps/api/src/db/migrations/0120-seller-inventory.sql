-- What sellers record of their stock, and who changed it when.
alter table listings
  add column cost_minor bigint check (cost_minor >= 0),
  add column floor_minor bigint check (floor_minor > 0),
  add column shown_quantity integer check (shown_quantity > 0),
  add column split_quantities integer[] check (cardinality(split_quantities) between 1 and 50 and 0 < all (split_quantities)),
  add column internal_notes text check (internal_notes <> ''),
  add column tags text[] not null default '{}',
  add column revision integer not null default 1;
comment on column listings.cost_minor is 'What the seller paid per ticket. Only the seller''s team sees it, like `floor_minor`, `internal_notes` and `tags`.';
comment on column listings.floor_minor is 'Edits and price rules never set a lower price.';
comment on column listings.shown_quantity is 'How many tickets buyers see at most; null: all.';
comment on column listings.split_quantities is 'The seller''s own list of quantities, which restricts what the split type allows; null: no list.';
comment on column listings.revision is 'Grows with every change by the seller. Unlike `version`, holds and sales leave it as it is.';

create table bulk_edits (
  id text primary key check (id ~ '^ble_'),
  team_id text not null references teams(id),
  account_id text not null references accounts(id),
  created_at timestamptz not null default clock_timestamp(),
  change jsonb not null,
  state text not null default 'previewed' check (state in ('previewed', 'applying', 'applied', 'undoing', 'undone')),
  -- When applying started and ended, and when undoing started.
  applying_at timestamptz,
  applied_at timestamptz,
  undoing_at timestamptz,
  constraint bulk_edits__state_has_time check ((state = 'previewed' or applying_at is not null)
    and (state not in ('applied', 'undoing', 'undone') or applied_at is not null)
    and (state not in ('undoing', 'undone') or undoing_at is not null))
);
comment on table bulk_edits is 'Changes of many listings by one member: previewed, applied, perhaps undone.';
create index bulk_edits__by_team on bulk_edits (team_id, created_at);
create index bulk_edits__by_account on bulk_edits (account_id);
create index bulk_edits__by_age on bulk_edits (created_at);

create table bulk_edit_rows (
  bulk_edit_id text not null references bulk_edits(id) on delete cascade,
  -- The place in the list when it was previewed.
  position integer not null,
  listing_id text not null,
  revision integer not null,
  "before" jsonb not null,
  "after" jsonb not null,
  uses_floor boolean not null default false,
  problem text,
  result text not null default 'pending' check (result in ('pending', 'applied', 'skipped', 'undone', 'undo_skipped')),
  applied_revision integer,
  primary key (bulk_edit_id, position)
);
comment on table bulk_edit_rows is 'One row per selected listing.';
comment on column bulk_edit_rows.revision is 'Of the listing when it was previewed; a listing with another one is skipped.';
comment on column bulk_edit_rows."before" is 'The fields that change, by column of `listings`, with their values from before; `after` has the new ones. Both are empty for a listing that stays as it is.';
comment on column bulk_edit_rows.applied_revision is 'Of the listing once the change was applied; one with a later change is not undone.';
create unique index bulk_edit_rows__by_listing on bulk_edit_rows (bulk_edit_id, listing_id);

create table listing_changes (
  id bigint generated always as identity primary key,
  listing_id text not null references listings(id),
  at timestamptz not null default clock_timestamp(),
  kind text not null check (kind in ('created', 'changed', 'published', 'unpublished')),
  source text not null check (source in ('hand', 'file', 'rule', 'operator')),
  account_id text references accounts(id),
  bulk_edit_id text,
  is_undo boolean not null default false,
  "before" jsonb not null,
  "after" jsonb not null
);
comment on table listing_changes is 'The history of each listing, as its seller sees it.';
comment on column listing_changes.account_id is 'The member who made the change; null for the other sources.';
comment on column listing_changes.bulk_edit_id is 'Without a foreign key: bulk edits are deleted earlier.';
comment on column listing_changes."before" is 'The changed fields by column of `listings`, with their values from before; `after` has the new ones.';
create index listing_changes__by_listing on listing_changes (listing_id, id);
create index listing_changes__by_account on listing_changes (account_id) where (account_id is not null);
create index listing_changes__by_age on listing_changes (at);

-- "Block 97" before "Block 104".
create collation natural_order (provider = icu, locale = 'en-u-kn-true');
