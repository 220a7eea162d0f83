import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#api/test/harness/test-database.ts'
import { openDatabase, type Db } from './client.ts'
import { inTransaction } from './transaction.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.databaseUrl, poolSize: 2 }).db
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

test('the server ends a transaction after a minute and a statement after half a minute', async () => {
  const limits = async () => {
    const { rows } = await sql`select current_setting('transaction_timeout') as transaction,
      current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(db)
    return rows[0]
  }
  const expected = { transaction: '1min', statement: '30s', idle: '15s' }
  // Two concurrently: every connection of the pool has the limits.
  expect(await Promise.all([limits(), limits()])).toEqual([expected, expected])
})

test.for(['while a statement runs', 'between two statements'])(
  'losing the connection in a transaction, %s, fails the transaction but not the process',
  async (when) => {
    const crashes: unknown[] = []
    const recordCrash = (error: unknown) => void crashes.push(error)
    process.on('uncaughtExceptionMonitor', recordCrash)
    const lost = Promise.withResolvers<void>()
    const work = inTransaction(db, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      const ended = sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`
        .execute(db)
        .then(() => lost.resolve())
      if (when === 'while a statement runs') await sql`select pg_sleep(20)`.execute(tx)
      await ended
      await sql`select 1`.execute(tx)
    })
    await expect(work).rejects.toThrow()
    await lost.promise
    process.off('uncaughtExceptionMonitor', recordCrash)
    expect(crashes).toEqual([])
    expect(await inTransaction(db, async (tx) => (await sql`select 1 as one`.execute(tx)).rows)).toEqual([
      { one: 1 },
    ])
  },
)
