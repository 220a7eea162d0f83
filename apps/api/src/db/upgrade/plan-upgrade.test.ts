import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '#api/test/harness/test-database.ts'
import { migrate } from '../migrate.ts'
import { describePlan } from './describe-plan.ts'
import { planUpgrade } from './plan-upgrade.ts'

let database: TestDatabase
let client: pg.Client
let path: string

beforeEach(async () => {
  database = await createEmptyDatabase()
  client = new pg.Client({ connectionString: database.databaseUrl })
  await client.connect()
  path = await mkdtemp(join(tmpdir(), 'terrace-upgrade-'))
  await write('migrations/0001-baseline.sql', 'create table things (id integer, name text)')
  await write('functions/things/count_things.sql', counting('count(*)'))
})
afterEach(async () => {
  await client.end()
  await database.drop()
  await rm(path, { recursive: true })
})

const counting = (what: string) =>
  `create or replace function count_things() returns bigint language sql as 'select ${what} from things'`

async function write(name: string, text: string): Promise<void> {
  await mkdir(dirname(join(path, name)), { recursive: true })
  await writeFile(join(path, name), text)
}

const options = () => ({ databaseUrl: database.databaseUrl, folder: pathToFileURL(`${path}/`) })
const check = async () => {
  const { isSafe, lines } = describePlan(await planUpgrade({ ...options(), largeTable: 1000 }))
  return { isSafe, text: lines.join('\n') }
}
async function fill(rows: number): Promise<void> {
  await client.query(`insert into things select n, 'thing ' || n from generate_series(1, ${rows}) n`)
  await client.query('analyze things')
}

test('a new or current database is safe', async () => {
  expect(await check()).toEqual({
    isSafe: true,
    text: 'The database is empty; 1 migrations create its tables.',
  })
  await migrate(options())
  expect(await check()).toEqual({
    isSafe: true,
    text: 'The database is up to date; this release changes nothing.',
  })
})

test('a slow statement is unsafe on a large table only, and the check changes nothing', async () => {
  await migrate(options())
  await write('migrations/0002-type.sql', 'alter table things alter column id type bigint')
  await fill(10)
  expect(await check()).toMatchObject({
    isSafe: true,
    text: expect.stringMatching(/ok .* \(things: about 10 rows\)/),
  })
  await fill(2000)
  expect(await check()).toMatchObject({
    isSafe: false,
    text: expect.stringMatching(/UNSAFE .* rewrites the table .* about 2,010 rows/),
  })
  const { rows } = await client.query("select from schema_migrations where name = '0002-type.sql'")
  expect(rows).toEqual([])
})

test('a statement that breaks the previous release is unsafe until someone has reviewed it', async () => {
  await migrate(options())
  await write('migrations/0002-drop.sql', 'alter table things drop column name')
  expect(await check()).toMatchObject({ isSafe: false, text: expect.stringContaining('previous release') })
  await write(
    'migrations/0002-drop.sql',
    '-- Reviewed: unused since 0001\nalter table things drop column name',
  )
  expect(await check()).toMatchObject({
    isSafe: true,
    text: expect.stringContaining('reviewed: unused since 0001'),
  })
})

test('changed functions are listed, and a changed migration is a conflict', async () => {
  await migrate(options())
  await write('functions/things/count_things.sql', counting('7::bigint + count(*)'))
  await write('views/few_things.sql', 'create or replace view few_things as select * from things limit 3')
  const changed = await check()
  expect(changed.isSafe).toBe(true)
  expect(changed.text).toContain('changed: functions/things/count_things.sql')
  expect(changed.text).toContain('added: views/few_things.sql')
  await write('migrations/0001-baseline.sql', 'create table other (id integer)')
  expect(await check()).toMatchObject({
    isSafe: false,
    text: expect.stringContaining('CONFLICT  0001-baseline.sql has changed'),
  })
})

test('an index of a large table is built while others write, also after an interrupted build', async () => {
  await migrate(options())
  await fill(10)
  await write(
    'migrations/0002-index.sql',
    '-- Without a transaction: builds an index.\ncreate unique index concurrently if not exists things__id on things (id);',
  )
  await client.query('insert into things values (10)')
  await expect(migrate(options())).rejects.toThrow('0002-index.sql could not be applied')
  await client.query('delete from things where name is null')
  const applied = await Promise.all([migrate(options()), migrate(options())])
  expect(applied.flat()).toEqual(['0002-index.sql'])
  const { rows } = await client.query(
    "select indisvalid from pg_index where indexrelid = 'things__id'::regclass",
  )
  expect(rows).toEqual([{ indisvalid: true }])
})

test('a migration does not queue behind a long transaction, and says which one that is', async () => {
  await migrate(options())
  await write('migrations/0002-column.sql', 'alter table things add column note text')
  await client.query('begin')
  await client.query('select from things')
  await expect(migrate({ ...options(), lockTimeoutMs: 50, lockTries: 2 })).rejects.toThrow(
    /0002-column\.sql: other transactions hold .* Try again/,
  )
  const [migrated] = await Promise.all([migrate({ ...options(), lockTimeoutMs: 50 }), client.query('commit')])
  expect(migrated).toEqual(['0002-column.sql'])
})
