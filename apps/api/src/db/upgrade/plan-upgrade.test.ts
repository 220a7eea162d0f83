import { afterEach, beforeEach, expect, test } from 'vitest'
import { countThings, createSqlFolder, type SqlFolder } from '#api/test/harness/sql-folder.ts'
import { migrate } from '../migrate.ts'
import { describePlan } from './describe-plan.ts'
import { planUpgrade } from './plan-upgrade.ts'

let files: SqlFolder
beforeEach(async () => {
  files = await createSqlFolder('create table things (id integer, name text)')
})
afterEach(() => files.close())

const check = async () => {
  const { isSafe, lines } = describePlan(await planUpgrade({ ...files.options, largeTable: 1000 }))
  return { isSafe, text: lines.join('\n') }
}
async function fill(rows: number): Promise<void> {
  await files.client.query(`insert into things select n, 'thing ' || n from generate_series(1, ${rows}) n`)
  await files.client.query('analyze things')
}

test('a new or current database is safe', async () => {
  expect(await check()).toEqual({
    isSafe: true,
    text: 'The database is empty; 1 migrations create its tables.',
  })
  await migrate(files.options)
  expect(await check()).toEqual({
    isSafe: true,
    text: 'The database is up to date; this release changes nothing.',
  })
})

test('a slow statement is unsafe on a large table only, and the check changes nothing', async () => {
  await migrate(files.options)
  await files.write('migrations/0002-type.sql', 'alter table things alter column id type bigint')
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
  const { rows } = await files.client.query("select from schema_migrations where name = '0002-type.sql'")
  expect(rows).toEqual([])
})

test('a statement that breaks the previous release is unsafe until someone has reviewed it', async () => {
  await migrate(files.options)
  await files.write('migrations/0002-drop.sql', 'alter table things drop column name')
  expect(await check()).toMatchObject({ isSafe: false, text: expect.stringContaining('previous release') })
  await files.write(
    'migrations/0002-drop.sql',
    '-- Reviewed: unused since 0001\nalter table things drop column name',
  )
  expect(await check()).toMatchObject({
    isSafe: true,
    text: expect.stringContaining('reviewed: unused since 0001'),
  })
})

test('changed functions are listed, and a changed migration is a conflict', async () => {
  await migrate(files.options)
  await files.write('functions/things/count_things.sql', countThings('7::bigint + count(*)'))
  await files.write(
    'views/few_things.sql',
    'create or replace view few_things as select * from things limit 3',
  )
  const changed = await check()
  expect(changed.isSafe).toBe(true)
  expect(changed.text).toContain('changed: functions/things/count_things.sql')
  expect(changed.text).toContain('added: views/few_things.sql')
  await files.write('migrations/0001-baseline.sql', 'create table other (id integer)')
  expect(await check()).toMatchObject({
    isSafe: false,
    text: expect.stringContaining('CONFLICT  0001-baseline.sql has changed'),
  })
})

test('an index of a large table is built while others write, also after an interrupted build', async () => {
  await migrate(files.options)
  await fill(10)
  await files.write(
    'migrations/0002-index.sql',
    '-- Without a transaction: builds an index.\ncreate unique index concurrently if not exists things__id on things (id);',
  )
  await files.client.query('insert into things values (10)')
  await expect(migrate(files.options)).rejects.toThrow('0002-index.sql could not be applied')
  await files.client.query('delete from things where name is null')
  const applied = await Promise.all([migrate(files.options), migrate(files.options)])
  expect(applied.flat()).toEqual(['0002-index.sql'])
  const { rows } = await files.client.query(
    "select indisvalid from pg_index where indexrelid = 'things__id'::regclass",
  )
  expect(rows).toEqual([{ indisvalid: true }])
})

test('a migration does not queue behind a long transaction, and says which one that is', async () => {
  await migrate(files.options)
  await files.write('migrations/0002-column.sql', 'alter table things add column note text')
  await files.client.query('begin')
  await files.client.query('select from things')
  await expect(migrate({ ...files.options, lockTimeoutMs: 50, lockTries: 2 })).rejects.toThrow(
    /0002-column\.sql: other transactions hold .* Try again/,
  )
  const [migrated] = await Promise.all([
    migrate({ ...files.options, lockTimeoutMs: 50 }),
    files.client.query('commit'),
  ])
  expect(migrated).toEqual(['0002-column.sql'])
})

test('a migration that loses a deadlock is tried again', async () => {
  await migrate(files.options)
  // Unlike a table, a sequence still counts the try that was rolled back.
  await files.client.query('create sequence tries')
  await files.write(
    'migrations/0002-column.sql',
    `do $$ begin
       if nextval('tries') = 1 then raise 'deadlock detected' using errcode = 'deadlock_detected'; end if;
     end $$;
     alter table things add column note text`,
  )
  expect(await migrate(files.options)).toEqual(['0002-column.sql'])
})
