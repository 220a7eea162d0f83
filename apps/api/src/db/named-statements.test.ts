import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts'
import { openDatabase, type Db } from './client.ts'
import { inTransaction, type Tx } from './transaction.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

// On one connection, of which each test sees what is prepared.
beforeEach(async () => {
  db = openDatabase({ url: database.databaseUrl, poolSize: 1 }).db
  await sql`create table fruits (id integer primary key, colour text not null default 'red')`.execute(db)
})
afterEach(async () => {
  await sql`drop table fruits`.execute(db)
  await db.destroy()
})

const readFruit = async (on: Db | Tx, id: number) =>
  (await sql`select * from fruits where id = ${id}`.execute(on)).rows

const namesOfSession = async () =>
  (
    await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement <> 'begin' order by statement`.execute(db)
  ).rows.map(({ statement }) => statement)

/** As often as makes a statement worth its name. */
const often = [1, 2, 3, 4, 5, 6]

test('a statement of a transaction is prepared once, and so is a write or a look-up outside of one', async () => {
  for (const id of often) {
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

test('a read with filters is planned for the values of its filters', async () => {
  for (const id of often)
    await sql`select * from fruits where id > ${id} and colour = ${'red'} limit ${5}`.execute(db)
  expect(await namesOfSession()).toEqual([])
})

test('statements that come in many shapes, each seldom, take no names from those that come often', async () => {
  for (let count = 1; count <= 90; count += 1) {
    const ids = sql.join(Array.from({ length: count }, (_, index) => sql.val(index)))
    for (let use = 1; use <= 4; use += 1) await sql`delete from fruits where id in (${ids})`.execute(db)
  }
  expect(await namesOfSession()).toEqual([])
})

test.each([
  ['in a transaction', (id: number) => inTransaction(db, (tx) => readFruit(tx, id))],
  ['outside of one', (id: number) => readFruit(db, id)],
])('a migration that changes what a known statement answers is no error %s', async (_where, read) => {
  await sql`insert into fruits values (1)`.execute(db)
  for (const _ of often) await read(1)
  expect(await namesOfSession()).toHaveLength(1)
  await sql`alter table fruits add column is_ripe boolean not null default true`.execute(db)
  expect(await read(1)).toEqual([{ id: 1, colour: 'red', is_ripe: true }])
  for (const _ of often) await read(1)
  expect(await namesOfSession(), 'it is prepared anew, once').toHaveLength(2)
})

const insertFruit = (on: Db | Tx, id: number) => sql`insert into fruits values (${id})`.execute(on)
const countFruits = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from fruits`.execute(db)).rows[0]?.count

test('a transaction is one from its first statement on, on a connection that knows how as on a new one', async () => {
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

test('where the first statement fails nothing is done, and the connection serves on', async () => {
  await insertFruit(db, 1)
  for (const _ of often) {
    await expect(inTransaction(db, (tx) => insertFruit(tx, 1))).rejects.toThrow('duplicate key')
    await inTransaction(db, async (tx) => {
      expect(await readFruit(tx, 1)).toHaveLength(1)
    })
  }
  expect(await countFruits()).toBe(1)
})

test('a transaction may begin with a statement without values, or end without any', async () => {
  for (const id of [1, 2, 3]) {
    await inTransaction(db, async (tx) => {
      await sql`lock table fruits`.execute(tx)
      await insertFruit(tx, id)
    })
    await inTransaction(db, () => Promise.resolve())
    const idle = inTransaction(db, () => Promise.reject(new Error('nothing was to be done')))
    await expect(idle).rejects.toThrow('nothing was to be done')
  }
  expect(await countFruits()).toBe(3)
})

test('a connection that has forgotten what was prepared on it is given up, and nothing runs outside of its transaction', async () => {
  for (const id of often) await inTransaction(db, (tx) => insertFruit(tx, id))
  await sql`deallocate all`.execute(db)
  const careless = db.transaction().execute(async (tx) => {
    await insertFruit(tx, 10).catch(() => undefined)
    await sql`insert into fruits values (11)`.execute(tx)
  })
  await expect(careless).rejects.toThrow('does not exist')
  expect(await countFruits()).toBe(often.length)
  await sql`deallocate all`.execute(db)
  await inTransaction(db, (tx) => insertFruit(tx, 12))
  expect(await countFruits()).toBe(often.length + 1)
})

test('where the first statement cannot be sent, or its answer not be read, nothing of it stays', async () => {
  await sql`alter table fruits add column weight bigint`.execute(db)
  for (const _ of often) {
    const unsendable = {
      toPostgres() {
        throw new Error('no value')
      },
    }
    const sending = inTransaction(db, (tx) => sql`insert into fruits values (${unsendable})`.execute(tx))
    await expect(sending).rejects.toThrow('no value')
    const reading = inTransaction(db, (tx) =>
      sql`insert into fruits (id, weight) values (${1}, ${'9007199254740993'}) returning weight`.execute(tx),
    )
    await expect(reading).rejects.toThrow('is not safe')
    expect(await countFruits()).toBe(0)
  }
})
