import { expect, test } from 'vitest'
import { findDistributionProblems, readAllTables, readDistributions } from './distribution.ts'
import { readSnapshotTables } from './snapshot-tables.ts'

const distributions = readDistributions()
const tables = readAllTables()

test('every table has a class whose columns exist, and every foreign key between nodes has a plan', () => {
  expect(findDistributionProblems(tables, distributions)).toEqual([])
})

test('classes are listed by table name', () => {
  expect(Object.keys(distributions)).toEqual(Object.keys(distributions).toSorted())
})

test('what is sold of an event is in one place, and what a team pays in another', () => {
  const classOf = (names: string[]) => new Set(names.map((name) => distributions[name]?.class))
  expect(classOf(['listings', 'listing_tickets', 'holds', 'counted_listings', 'event_stats'])).toEqual(
    new Set(['event']),
  )
  expect(
    classOf([
      'teams',
      'checkout_attempts',
      'orders',
      'order_lines',
      'order_refunds',
      'ledger_transactions',
      'quotes',
    ]),
  ).toEqual(new Set(['team']))
})

test('the snapshot is read with keys and references', () => {
  const [orders, lines] = readSnapshotTables(`
create table orders (
  id text primary key check (id ~ '^ord_'),
  -- Not a column, references nothing(id).
  team_id text not null references teams(id),
  number text not null unique,
  constraint orders__known foreign key (team_id, number) references numbers(team_id, number),
  unique (team_id, "row")
) with (fillfactor=80);
create unique index orders__open on orders (team_id, lower(number)) where (true);

create unlogged table order_lines (
  order_id text not null,
  line integer not null,
  primary key (order_id, line)
);`)
  expect(orders).toEqual({
    name: 'orders',
    columns: ['id', 'team_id', 'number'],
    references: [
      { column: 'team_id', table: 'teams' },
      { column: 'team_id', table: 'numbers' },
      { column: 'number', table: 'numbers' },
    ],
    uniqueKeys: [['id'], ['number'], ['team_id', 'row'], ['team_id', 'lower(number)']],
  })
  expect(lines).toMatchObject({ columns: ['order_id', 'line'], uniqueKeys: [['order_id', 'line']] })
})

const table = (name: string, columns: string[], references: { column: string; table: string }[] = []) => ({
  name,
  columns,
  references,
  uniqueKeys: [['id']],
})

test('a table without a class, a class without a table and a missing column are problems', () => {
  expect(
    findDistributionProblems([table('holds', ['id']), table('teams', ['id'])], {
      holds: { class: 'event', column: 'event_id' },
      orders: { class: 'team', column: 'team_id' },
    }),
  ).toEqual(['orders has a class, but does not exist', 'holds has no column event_id', 'teams has no class'])
})

test('a path must lead to a table of the same class', () => {
  const lines = table('lines', ['order_id'], [{ column: 'order_id', table: 'orders' }])
  const orders = table('orders', ['team_id'])
  const byTeam = { class: 'team', column: 'team_id' } as const
  const path = { via: 'order_id', of: 'orders' }
  expect(
    findDistributionProblems([lines, orders], { lines: { class: 'team', ...path }, orders: byTeam }),
  ).toEqual([])
  expect(
    findDistributionProblems([lines, orders], {
      lines: { class: 'event', ...path, crosses: { order_id: 'Dropped.' } },
      orders: byTeam,
    }),
  ).toEqual(['lines: orders is not spread by event'])
})

test('a foreign key to another shard needs a plan, one to a copy on every node does not', () => {
  const listings = table(
    'listings',
    ['event_id', 'team_id'],
    [
      { column: 'event_id', table: 'events' },
      { column: 'team_id', table: 'teams' },
    ],
  )
  const classes = {
    listings: { class: 'event', column: 'event_id' },
    events: { class: 'reference', reason: 'Small.' },
    teams: { class: 'team', column: 'id' },
  } as const
  const all = [listings, table('events', ['id']), table('teams', ['id'])]
  expect(findDistributionProblems(all, classes)).toEqual([
    'listings.team_id refers to teams, which is elsewhere: say under "crosses" how it changes',
  ])
  const planned = {
    ...classes,
    listings: { ...classes.listings, crosses: { team_id: 'Checked.', event_id: 'Not needed.' } },
  }
  expect(findDistributionProblems(all, planned)).toEqual([
    'listings.event_id is under "crosses", but refers to nothing elsewhere',
  ])
})

test('a unique value of all teams needs a plan; ids and keys with the way to the shard do not', () => {
  const accounts = {
    ...table('accounts', ['id', 'team_id', 'email']),
    uniqueKeys: [['id'], ['team_id', 'number'], ['lower(email)']],
  }
  const byTeam = { class: 'team', column: 'team_id' } as const
  expect(findDistributionProblems([accounts], { accounts: byTeam })).toEqual([
    'accounts (lower(email)) is unique over all shards: say under "global" how it stays so',
  ])
  const planned = { ...byTeam, global: { 'lower(email)': 'A table of names on one node.' } }
  expect(findDistributionProblems([accounts], { accounts: planned })).toEqual([])
  expect(
    findDistributionProblems([accounts], {
      accounts: { ...planned, global: { ...planned.global, id: 'Not needed.' } },
    }),
  ).toEqual(['accounts (id) is under "global", but is no key that spans shards'])
})
