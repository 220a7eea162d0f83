import { readdir } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countThings, createSqlFolder, type SqlFolder } from '#api/test/harness/sql-folder.ts'
import { migrate } from './migrate.ts'
import { SchemaError } from './upgrade/schema-error.ts'

let files: SqlFolder
beforeEach(async () => {
  files = await createSqlFolder('create table things (id integer)')
})
afterEach(() => files.close())

const run = () => migrate(files.options)

async function ask(statement: string): Promise<unknown> {
  const { rows } = await files.client.query<{ value: unknown }>(statement)
  return rows[0]?.value
}

test('migrations run once and in order, before functions', async () => {
  await files.write('migrations/0002-names.sql', 'alter table things add column name text')
  expect(await run()).toEqual(['0001-baseline.sql', '0002-names.sql', 'functions/things/count_things.sql'])
  expect(await run()).toEqual([])
  await files.write('migrations/0003-rows.sql', 'insert into things (id) values (1)')
  expect(await run()).toEqual(['0003-rows.sql'])
  expect(Number(await ask('select count_things() as value'))).toBe(1)
})

test('each migration has its own number', async () => {
  const names = await readdir(new URL('./migrations/', import.meta.url))
  const numbers = names.map((name) => name.slice(0, 4))
  expect(numbers.toSorted()).toEqual([...new Set(numbers)].toSorted())
})

test('two processes starting together apply each file once', async () => {
  const applied = await Promise.all([run(), run()])
  expect(new Set(applied.map((names) => names.length))).toEqual(new Set([0, 2]))
})

test('a changed or removed migration stops the start with a clear message', async () => {
  await run()
  await files.write('migrations/0001-baseline.sql', 'create table other (id integer)')
  await expect(run()).rejects.toThrow(/0001-baseline\.sql .* has changed since\. Restore the file/)
  await files.remove('migrations/0001-baseline.sql')
  await expect(run()).rejects.toThrow(/0001-baseline\.sql .* is missing\. Restore the file/)
  await expect(run()).rejects.toBeInstanceOf(SchemaError)
})

test('a failed migration leaves no changes', async () => {
  await files.write('migrations/0002-wrong.sql', 'create table half (id integer); select no_such_function()')
  await expect(run()).rejects.toThrow('0002-wrong.sql could not be applied')
  expect(await ask(`select to_regclass('half') as value`)).toBeNull()
  expect(await ask(`select string_agg(name, ',') as value from schema_migrations`)).toBe('0001-baseline.sql')
})

test('a changed function is replaced; a failing one rolls all of them back', async () => {
  await run()
  await files.write('functions/things/count_things.sql', countThings('7::bigint + count(*)'))
  await files.write(
    'functions/things/wrong.sql',
    countThings('no_such_column').replace('count_things', 'wrong'),
  )
  await expect(run()).rejects.toThrow('functions/things/wrong.sql could not be applied')
  expect(Number(await ask('select count_things() as value'))).toBe(0)
  await files.remove('functions/things/wrong.sql')
  expect(await run()).toEqual(['functions/things/count_things.sql'])
  expect(Number(await ask('select count_things() as value'))).toBe(7)
})

test('functions may call each other, and views are created before them', async () => {
  await files.write(
    'functions/things/alpha.sql',
    `create or replace function alpha() returns bigint language sql as 'select zulu() from few_things'`,
  )
  await files.write('functions/things/zulu.sql', countThings('count(*)').replace('count_things', 'zulu'))
  await files.write(
    'views/few_things.sql',
    'create or replace view few_things as select * from things limit 3',
  )
  await run()
  expect(await ask('select alpha() as value')).toBeNull()
})

test('a function file that was removed and restored is applied again', async () => {
  await run()
  await files.remove('functions/things/count_things.sql')
  await files.write('migrations/0002-drop.sql', 'drop function count_things()')
  expect(await run()).toEqual(['0002-drop.sql'])
  await files.write('functions/things/count_things.sql', countThings('count(*)'))
  expect(await run()).toEqual(['functions/things/count_things.sql'])
})

test('a function, view or trigger whose file was removed or renamed stops the start until a migration drops it', async () => {
  await files.write(
    'functions/things/touch_thing.sql',
    `create or replace function touch_thing() returns trigger language plpgsql as 'begin return new; end'`,
  )
  const trigger = (name: string) =>
    `create or replace trigger ${name} after insert on things for each row execute function touch_thing();`
  await files.write('triggers/things.sql', trigger('things__touched'))
  await files.write(
    'views/few_things.sql',
    'create or replace view few_things as select * from things limit 3',
  )
  await run()
  await files.remove('functions/things/count_things.sql')
  await files.remove('views/few_things.sql')
  await files.write('triggers/things.sql', trigger('things__changed'))
  const leftovers = 'function count_things, trigger things__touched on things, view few_things'
  await expect(run()).rejects.toThrow(`removed or renamed: ${leftovers}.`)
  await expect(run()).rejects.toThrow(`removed or renamed: ${leftovers}.`)
  await files.write(
    'migrations/0002-drop.sql',
    'drop function count_things(); drop trigger things__touched on things; drop view few_things',
  )
  expect(await run()).toEqual(['0002-drop.sql', 'triggers/things.sql'])
})

test('a trigger of another tool does not stop the start', async () => {
  await files.client.query(
    `create function replicate() returns trigger language plpgsql as 'begin return new; end';
     create table theirs (id integer); create trigger replicated after insert on theirs for each row execute function replicate()`,
  )
  expect(await run()).toEqual(['0001-baseline.sql', 'functions/things/count_things.sql'])
})

test('a database of an earlier version is rejected with instructions to start over', async () => {
  await files.client.query('create table migrations (name text primary key)')
  await expect(run()).rejects.toThrow(/created by an earlier version .* delete the data folder/)
})
