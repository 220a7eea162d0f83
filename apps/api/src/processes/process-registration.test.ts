import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Db } from '#api/db/client.ts'
import { createTestDatabase, type TestDatabase } from '#api/test/harness/test-database.ts'
import { createProcessRegistration } from './process-registration.ts'
import { purgeEndedProcesses } from './processes.repo.ts'

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

const isLeaseFree = async (owner: string | null, seconds: number) =>
  (
    await sql<{ isFree: boolean }>`select lease_is_free(${owner},
      clock_timestamp() + make_interval(secs => ${seconds}), clock_timestamp()) as "isFree"`.execute(db)
  ).rows[0]?.isFree

test('a lease ends with its process, or when its time has run out', async () => {
  const process = createProcessRegistration({
    db,
    id: 'prc_one',
    roles: { web: true, worker: true },
    logger: pino({ level: 'silent' }),
  })
  const before = process.leaseOwner('secret')
  await process.start()
  const owner = process.leaseOwner('secret')
  expect([await isLeaseFree(owner, 30), await isLeaseFree(owner, -1)]).toEqual([false, true])
  await process.stop()
  expect(await isLeaseFree(owner, 30)).toBe(true)
  // Without a registration, nothing but time ends a lease.
  expect([await isLeaseFree(before, 30), await isLeaseFree(before, -1)]).toEqual([false, true])
  expect(await isLeaseFree(null, 30)).toBe(true)
})

test('processes that ended without a word are forgotten after an hour', async () => {
  await sql`insert into processes (id, roles, seen_at) values ('prc_old', '{web}', clock_timestamp() - interval '2 hours'),
    ('prc_new', '{web}', clock_timestamp() - interval '1 minute')`.execute(db)
  expect(await purgeEndedProcesses(db)).toBe(1)
  expect((await sql`select id from processes`.execute(db)).rows).toEqual([{ id: 'prc_new' }])
})
