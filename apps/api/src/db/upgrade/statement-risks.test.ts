import { expect, test } from 'vitest'
import { splitStatements } from './split-statements.ts'
import { risksOfMigration } from './statement-risks.ts'

const kindsOf = (...statements: string[]) =>
  risksOfMigration(statements, { isTransaction: true }).map(({ kind, table }) => [kind, table])

test.each([
  'alter table orders add column note text',
  'alter table orders add column checked boolean not null default false',
  "alter table orders add column state text not null default 'new'",
  'alter table orders add constraint orders__positive check (total > 0) not valid',
  'alter table orders validate constraint orders__positive',
  'alter table orders add constraint orders__number unique using index orders__number',
  'alter table orders drop constraint orders__positive',
  'alter table orders set (fillfactor = 80)',
  'create index concurrently if not exists orders__by_team on orders (team_id)',
  'create table notes (id text primary key)',
  "comment on table orders is 'A purchase; updated by checkout'",
  'drop index orders__by_team',
])('%s is safe at any size', (statement) => {
  expect(kindsOf(statement)).toEqual([])
})

test.each([
  'alter table orders alter column total type bigint',
  'alter table orders alter total set not null',
  'alter table orders add column key text default gen_random_uuid()',
  'alter table orders add column day date generated always as (placed_at::date) stored',
  'alter table orders add constraint orders__positive check (total > 0)',
  'alter table orders add team_id text references teams(id)',
  'alter table orders add column total integer check (total > 0)',
  'alter table only orders add primary key (id)',
  'create index orders__by_team on orders (team_id)',
  'create unique index orders__number on orders (number)',
  'update orders set note = null',
  'delete from orders where note is null',
])('%s is as slow as the table is large', (statement) => {
  expect(kindsOf(statement)).toEqual([['locks', 'orders']])
})

test.each([
  'alter table orders drop column note',
  'alter table orders rename column note to remark',
  'alter table orders rename to purchases',
  'drop function place_orders(jsonb)',
  'drop table notes',
])('%s breaks the previous release', (statement) => {
  expect(kindsOf(statement)).toEqual([['breaks', null]])
})

test('a column that must be filled breaks the previous release', () => {
  expect(kindsOf('alter table orders add column note text not null')).toEqual([['breaks', 'orders']])
})

test('each action of a statement counts, and tables of the same migration do not', () => {
  const statement = 'alter table orders add column a text, alter column b type bigint, drop column c'
  expect(kindsOf(statement)).toEqual([
    ['locks', 'orders'],
    ['breaks', null],
  ])
  expect(
    kindsOf(
      'create table notes (id text primary key, team_id text)',
      'create index notes__by_team on notes (team_id)',
    ),
  ).toEqual([])
})

test('a constraint is validated in a later transaction than the one that adds it', () => {
  const statements = [
    'alter table orders add constraint orders__positive check (total > 0) not valid',
    'alter table orders validate constraint orders__positive',
  ]
  expect(kindsOf(...statements)).toEqual([['locks', 'orders']])
  expect(risksOfMigration(statements, { isTransaction: false })).toEqual([])
  expect(
    kindsOf('alter table notes add column a text', 'alter table orders validate constraint orders__positive'),
  ).toEqual([])
})

test('statements are split outside of strings, comments and bodies', () => {
  const text = `-- first; comment
    update orders set note = 'a;b'; /* c;d */
    do $$ begin perform 1; end $$;
    create index "odd;name" on orders (id)`
  expect(splitStatements(text)).toEqual([
    "update orders set note = 'a;b'",
    'do $$ begin perform 1; end $$',
    'create index "odd;name" on orders (id)',
  ])
})
