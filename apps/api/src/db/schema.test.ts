import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#api/test/harness/test-database.ts'
import { describeCode } from './describe-code.ts'
import { describeTables } from './describe-tables.ts'
import { migrate } from './migrate.ts'
import { renderTableTypes, updatableViews } from './render-table-types.ts'
import { renderSnapshot } from './schema-snapshot.ts'

const folder = new URL('./', import.meta.url)
let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.databaseUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function stored(kind: string): Promise<[string, string][]> {
  const names = await readdir(new URL(`${kind}/`, folder))
  return Promise.all(
    names.map(async (name): Promise<[string, string]> => [
      `${kind}/${name}`,
      await readFile(new URL(`${kind}/${name}`, folder), 'utf8'),
    ]),
  )
}

test('the snapshot in db/schema describes the migrated database (npm run db:generate)', async () => {
  const rendered = renderSnapshot(await describeTables(client))
  expect(Object.fromEntries(await stored('schema'))).toEqual(Object.fromEntries(rendered))
})

test('the table types describe the migrated database (npm run db:generate)', async () => {
  const rendered = renderTableTypes(await describeTables(client))
  const index = await readFile(new URL('tables.ts', folder), 'utf8')
  const files = [...(await stored('tables')), ['tables.ts', index]]
  expect(Object.fromEntries(files)).toEqual(Object.fromEntries(rendered))
})

test('a view that is used like its table has every column of it except the hidden ones', async () => {
  for (const [table, { view, hidden }] of Object.entries(updatableViews)) {
    const { rows } = await client.query<{ table: string[]; view: string[] }>(
      `select
        (select array_agg(column_name::text order by column_name) from information_schema.columns
          where table_schema = 'public' and table_name = $1) as "table",
        (select array_agg(column_name::text order by column_name) from information_schema.columns
          where table_schema = 'public' and table_name = $2 and is_updatable = 'YES') as view`,
      [table, view],
    )
    expect(rows[0]?.view).toEqual(rows[0]?.table.filter((column) => !hidden.includes(column)))
  }
})

test('an upgraded database has the schema of a fresh one', async () => {
  const fresh = [await describeTables(client), await describeCode(client)]
  // Simulates an older release: another function body, and other checksums.
  await client.query(`
    create or replace function hold_is_open(p_is_open boolean, p_reserved_until timestamptz, p_as_of timestamptz)
    returns boolean language sql immutable as 'select true'`)
  await client.query(`update schema_definitions set checksum = 'of an older release'`)
  expect(await describeCode(client)).not.toEqual(fresh[1])
  const applied = await migrate({ databaseUrl: database.databaseUrl })
  expect(applied).toContain('functions/holds/hold_is_open.sql')
  expect(applied).toContain('triggers/ledger.sql')
  expect([await describeTables(client), await describeCode(client)]).toEqual(fresh)
  expect(await migrate({ databaseUrl: database.databaseUrl })).toEqual([])
})

test('an upgraded database that still has a function or trigger of a removed file is noticed', async () => {
  await client.query(`
    create function old_rule() returns trigger language plpgsql as 'begin return new; end';
    create trigger holds__old_rule after insert on holds for each row execute function old_rule();
    create trigger orders__old_name after insert on orders for each row execute function reject_change();
    insert into schema_definitions (name, checksum) values ('functions/holds/old_rule.sql', 'x'), ('triggers/old.sql', 'x')`)
  await expect(migrate({ databaseUrl: database.databaseUrl })).rejects.toThrow(
    'function old_rule, trigger holds__old_rule on holds, trigger orders__old_name on orders',
  )
  await client.query('drop function old_rule cascade; drop trigger orders__old_name on orders')
  expect(await migrate({ databaseUrl: database.databaseUrl })).toEqual([])
})

test('every function in the database has a file of the same name', async () => {
  const { rows } = await client.query<{ name: string }>(`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace order by proname`)
  const files = await readdir(new URL('functions/', folder), { recursive: true })
  const names = files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/^.*[\\/]|\.sql$/g, ''))
  expect(rows.map(({ name }) => name)).toEqual(names.toSorted())
})

test('the parameters of every function start with p_', async () => {
  const { rows } = await client.query<{ parameter: string }>(`
    select proname || '.' || parameter.name as parameter
    from pg_proc, unnest(proargnames, proargmodes) as parameter (name, mode)
    where pronamespace = 'public'::regnamespace
      and coalesce(parameter.mode, 'i') = 'i' and parameter.name not like 'p\\_%'`)
  expect(rows).toEqual([])
})
