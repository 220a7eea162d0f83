import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#api/test/harness/test-database.ts'
import { openDatabase, type Db } from './client.ts'
import { inTransaction, type Tx } from './transaction.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

// One connection, so that each test sees its prepared statements.
beforeEach(async () => {
  db = openDatabase({ url: database.databaseUrl, poolSize: 1 }).db
  await sql`create table fruits (id integer primary key, colour text not null default 'red')`.execute(db)
})
afterEach(async () => {
  await sql`drop table fruits`.execute(db)
  await db.destroy()
})

const readFruit = async (executor: Db | Tx, id: number) =>
  (await sql`select * from fruits where id = ${id}`.execute(executor)).rows

const namesOfSession = async () =>
  (
    await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement <> 'begin' order by statement`.execute(db)
  ).rows.map(({ statement }) => statement)

/** Enough uses to name a statement. */
const repeatedIds = [1, 2, 3, 4, 5, 6]

test('transaction statements, writes and look-ups are prepared once', async () => {
  for (const id of repeatedIds) {
    await inTransaction(db, async (tx) => {
      await sql`insert into fruits values (${id})`.execute(tx)
      expect(await readFruit(tx, id)).toEqual([{ id, colour: 'red' }])
    })
    await sql`update fruits set colour = ${'green'}, id = ${id} where id = ${id}`.execute(db)
    expect(await readFruit(db, id)).toEqual([{ id, colour: 'green' }])
  }
  expect(await namesOfSession()).toEqual([
    'insert into fruits values ($1)',
    'select * from fruits where id = $1',
    'update fruits set colour = $1, id = $2 where id = $3',
  ])
})

test('a filtered read is planned for its values', async () => {
  for (const id of repeatedIds)
    await sql`select * from fruits where id > ${id} and colour = ${'red'} limit ${5}`.execute(db)
  expect(await namesOfSession()).toEqual([])
})

test('processes give the same name to the same statement only, whatever ran before it', async () => {
  const other = openDatabase({ url: database.databaseUrl, poolSize: 1 }).db
  const texts = ['select * from fruits where id = ', 'select colour from fruits where id = ']
  const namesAfter = async (process: Db, order: readonly string[]) => {
    for (const text of order) for (const id of repeatedIds) await sql`${sql.raw(text)}${id}`.execute(process)
    const { rows } = await sql<{ name: string; statement: string }>`
      select name, statement from pg_prepared_statements order by statement`.execute(process)
    return rows
  }
  const names = await namesAfter(db, texts)
  expect(names).toHaveLength(2)
  expect(await namesAfter(other, texts.toReversed())).toEqual(names)
  await other.destroy()
})

test('rare statement shapes do not use up the names of frequent ones', async () => {
  for (let count = 1; count <= 90; count += 1) {
    const ids = sql.join(Array.from({ length: count }, (_, index) => sql.val(index)))
    for (let use = 1; use <= 4; use += 1) await sql`delete from fruits where id in (${ids})`.execute(db)
  }
  expect(await namesOfSession()).toEqual([])
})

test.each([
  ['in a transaction', (id: number) => inTransaction(db, (tx) => readFruit(tx, id))],
  ['outside of one', (id: number) => readFruit(db, id)],
])("a migration that changes a statement's columns causes no error %s", async (_where, read) => {
  await sql`insert into fruits values (1)`.execute(db)
  for (const _ of repeatedIds) await read(1)
  expect(await namesOfSession()).toHaveLength(1)
  await sql`alter table fruits add column is_ripe boolean not null default true`.execute(db)
  expect(await read(1)).toEqual([{ id: 1, colour: 'red', is_ripe: true }])
  for (const _ of repeatedIds) await read(1)
  expect(await namesOfSession(), 'it is prepared again, once').toHaveLength(2)
})

const insertFruit = (executor: Db | Tx, id: number) =>
  sql`insert into fruits values (${id})`.execute(executor)
const countFruits = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from fruits`.execute(db)).rows[0]?.count

test('a transaction starts with its first statement, on new and used connections', async () => {
  for (const id of [1, 2, 3]) {
    const failing = inTransaction(db, async (tx) => {
      await insertFruit(tx, id)
      await insertFruit(tx, id + 10)
      throw new Error('the fruit is rotten')
    })
    await expect(failing).rejects.toThrow('the fruit is rotten')
    expect(await countFruits()).toBe(0)
  }
  await inTransaction(db, (tx) => insertFruit(tx, 1))
  expect(await countFruits()).toBe(1)
})

test('a failing first statement has no effect and leaves the connection usable', async () => {
  await insertFruit(db, 1)
  for (const _ of repeatedIds) {
    await expect(inTransaction(db, (tx) => insertFruit(tx, 1))).rejects.toThrow('duplicate key')
    await inTransaction(db, async (tx) => {
      expect(await readFruit(tx, 1)).toHaveLength(1)
    })
  }
  expect(await countFruits()).toBe(1)
})

test('a transaction may start with a statement without parameters or have no statements', async () => {
  for (const id of [1, 2, 3]) {
    await inTransaction(db, async (tx) => {
      await sql`lock table fruits`.execute(tx)
      await insertFruit(tx, id)
    })
    await inTransaction(db, () => Promise.resolve())
    const idle = inTransaction(db, () => Promise.reject(new Error('nothing to do')))
    await expect(idle).rejects.toThrow('nothing to do')
  }
  expect(await countFruits()).toBe(3)
})

test('a connection without its prepared statements is closed; nothing escapes its transaction', async () => {
  for (const id of repeatedIds) await inTransaction(db, (tx) => insertFruit(tx, id))
  await sql`deallocate all`.execute(db)
  const careless = db.transaction().execute(async (tx) => {
    await insertFruit(tx, 10).catch(() => undefined)
    await sql`insert into fruits values (11)`.execute(tx)
  })
  await expect(careless).rejects.toThrow('does not exist')
  expect(await countFruits()).toBe(repeatedIds.length)
  await sql`deallocate all`.execute(db)
  await inTransaction(db, (tx) => insertFruit(tx, 12))
  expect(await countFruits()).toBe(repeatedIds.length + 1)
})

test('a first statement that cannot be sent or parsed has no effect', async () => {
  await sql`alter table fruits add column weight bigint`.execute(db)
  for (const _ of repeatedIds) {
    const unserializable = {
      toPostgres() {
        throw new Error('no value')
      },
    }
    const sending = inTransaction(db, (tx) => sql`insert into fruits values (${unserializable})`.execute(tx))
    await expect(sending).rejects.toThrow('no value')
    const reading = inTransaction(db, (tx) =>
      sql`insert into fruits (id, weight) values (${1}, ${'9007199254740993'}) returning weight`.execute(tx),
    )
    await expect(reading).rejects.toThrow('is not safe')
    expect(await countFruits()).toBe(0)
  }
})
