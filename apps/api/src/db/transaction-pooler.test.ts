import { checkoutRoutes } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildMarketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import { buildTestApp, type Caller } from '#api/test/harness/build-test-app.ts'
import { createTestDatabase, type TestDatabase } from '#api/test/harness/test-database.ts'
import {
  findPgbouncer,
  startTemporaryPgbouncer,
} from '../../../../tools/launch/temporary/temporary-pgbouncer.ts'
import { withAdvisoryLock } from './advisory-lock.ts'
import { openDatabase, type Db } from './client.ts'
import { inTransaction, type DbOrTx } from './transaction.ts'

const program = findPgbouncer()
const pooled = `behind PgBouncer in transaction mode${program === undefined ? ' (install pgbouncer to run this)' : ''}`
const lockKey = 42

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const limitsOf = async (db: DbOrTx) => {
  const { rows } = await sql`select current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle,
    current_setting('transaction_timeout') as transaction`.execute(db)
  return rows[0]
}

describe('the connections for a transaction pooler, without one', () => {
  let db: Db
  beforeAll(() => {
    db = openDatabase({ url: database.databaseUrl, poolSize: 1, pooler: 'transaction' }).db
  })
  afterAll(() => db.destroy())

  test('limits come with each transaction and statement, and none stays in the session', async () => {
    expect(await inTransaction(db, limitsOf)).toEqual({ statement: '30s', idle: '15s', transaction: '1min' })
    expect(await limitsOf(db)).toEqual({ statement: '30s', idle: '0', transaction: '0' })
  })

  test('no statement is prepared, however often it runs', async () => {
    for (let use = 0; use < 10; use += 1) {
      await sql`select ${use}::int as use`.execute(db)
      await inTransaction(db, (tx) => sql`select ${use}::int as use`.execute(tx))
    }
    expect((await sql`select name from pg_prepared_statements`.execute(db)).rows).toEqual([])
  })

  test('a failed transaction is rolled back, and the connection works on', async () => {
    await sql`create table pears (id integer primary key)`.execute(db)
    const addPear = (executor: DbOrTx, id: number) => sql`insert into pears values (${id})`.execute(executor)
    for (const statementCount of [1, 2]) {
      const failing = inTransaction(db, async (tx) => {
        if (statementCount === 2) await addPear(tx, 2)
        await sql`select 1 / ${0}::int`.execute(tx)
      })
      await expect(failing).rejects.toThrow('division by zero')
    }
    await expect(addPear(db, Number.NaN)).rejects.toThrow('invalid input')
    await addPear(db, 1)
    expect((await sql`select id from pears`.execute(db)).rows).toEqual([{ id: 1 }])
  })
})

test('one process at a time holds an advisory lock', async () => {
  const [one, other] = [1, 2].map(
    () => openDatabase({ url: database.databaseUrl, poolSize: 2, pooler: 'transaction' }).db,
  )
  if (!one || !other) throw new Error('no database')
  const held = await withAdvisoryLock(one, lockKey, async () => {
    expect(await withAdvisoryLock(other, lockKey, async () => 'other')).toBeUndefined()
    expect(await withAdvisoryLock(other, lockKey, async () => 'other', { waitMs: 1 })).toBeUndefined()
    return 'held'
  })
  expect(held).toEqual({ result: 'held' })
  await expect(
    withAdvisoryLock(one, lockKey, () => Promise.reject(new Error('the work failed'))),
  ).rejects.toThrow('the work failed')
  expect(await withAdvisoryLock(other, lockKey, async () => 'free')).toEqual({ result: 'free' })
  await Promise.all([one.destroy(), other.destroy()])
})

describe.skipIf(program === undefined)(pooled, () => {
  test('two processes with more connections than the pooler sell every ticket once', async () => {
    const pgbouncer = await startTemporaryPgbouncer(program ?? '', {
      databaseUrl: database.databaseUrl,
      poolSize: 3,
    })
    const config = { databaseUrl: pgbouncer.url, databasePooler: 'transaction' as const, databasePoolSize: 6 }
    const market = await buildMarketplace({ databaseUrl: database.databaseUrl, config })
    const second = await buildTestApp({ databaseUrl: database.databaseUrl, config })
    const listing = await market.list({ quantity: 12, firstSeat: 1 })

    async function buy(buyer: Caller): Promise<string> {
      const held = await buyer.call(holdsRoutes.place, { body: [{ listing_id: listing, quantity: 2 }] })
      if (!held.ok) return held.error.code
      const { data } = await buyer.call(checkoutRoutes.buy, { body: purchaseBody(held.data.data) })
      return data.data.status
    }
    const buyers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? market : second).addBuyer()),
    )
    const outcomes = await Promise.all(buyers.map(buy))
    expect(outcomes.toSorted()).toEqual([
      ...Array.from({ length: 6 }, () => 'confirmed'),
      ...Array.from({ length: 4 }, () => 'hold.rejected'),
    ])
    await second.close()
    await market.close()
    await pgbouncer.stop()
  })
})
