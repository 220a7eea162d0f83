import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Db } from '#api/db/client.ts'
import type { DataKey } from '#api/shared/crypto/field-cipher.ts'
import { StartupError } from '#api/shared/startup/startup-error.ts'
import { createTestDatabase, type TestDatabase } from '#api/test/harness/test-database.ts'
import type { InstallationKeys } from './key-fingerprints.ts'
import { createProcessRegistration } from './process-registration.ts'
import { purgeEndedProcesses } from './processes.repo.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.databaseUrl, poolSize: 2 }).db
})
afterEach(async () => {
  await sql`delete from data_keys`.execute(db)
  await sql`delete from processes`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const dataKey = (id: number, byte = id): DataKey => ({ id, key: Buffer.alloc(32, byte) })
const keys: InstallationKeys = { data: [dataKey(1)], realtime: 'r', search: 's', signing: 'd' }

const registrationOf = (id: string, changes: Partial<InstallationKeys> = {}) =>
  createProcessRegistration({
    db,
    id,
    roles: { web: true, worker: true },
    origins: [],
    keys: { ...keys, ...changes },
    logger: pino({ level: 'silent' }),
  })

/** Starts a process with other keys and returns why it refused, if it did. */
async function refusalOf(changes: Partial<InstallationKeys>): Promise<string | undefined> {
  const process = registrationOf('prc_other', changes)
  try {
    await process.start()
    return undefined
  } catch (error) {
    if (error instanceof StartupError) return error.message
    throw error
  } finally {
    await process.stop()
  }
}

const isLeaseFree = async (owner: string | null, seconds: number) =>
  (
    await sql<{ isFree: boolean }>`select lease_is_free(${owner},
      clock_timestamp() + make_interval(secs => ${seconds}), clock_timestamp()) as "isFree"`.execute(db)
  ).rows[0]?.isFree

test('a lease ends with its process, or when its time has run out', async () => {
  const process = registrationOf('prc_one')
  const before = process.leaseOwner('work')
  await process.start()
  const owner = process.leaseOwner('work')
  expect([await isLeaseFree(owner, 30), await isLeaseFree(owner, -1)]).toEqual([false, true])
  await process.stop()
  expect(await isLeaseFree(owner, 30)).toBe(true)
  // Without a registration, nothing but time ends a lease.
  expect([await isLeaseFree(before, 30), await isLeaseFree(before, -1)]).toEqual([false, true])
  expect(await isLeaseFree(null, 30)).toBe(true)
})

test('processes that ended without removing themselves are deleted after an hour', async () => {
  await sql`insert into processes (id, roles, seen_at) values ('prc_old', '{web}', clock_timestamp() - interval '2 hours'),
    ('prc_new', '{web}', clock_timestamp() - interval '1 minute')`.execute(db)
  expect(await purgeEndedProcesses(db)).toBe(1)
  expect((await sql`select id from processes`.execute(db)).rows).toEqual([{ id: 'prc_new' }])
})

test.each([
  ['realtime', /other realtime keys.*REALTIME_APP_ID, REALTIME_KEY and REALTIME_SECRET to the same values/],
  ['search', /other search keys.*SEARCH_API_KEY and SEARCH_ADMIN_KEY/],
  ['signing', /other signing keys.*DOCUSIGN_HMAC_KEYS/],
] as const)(
  'a process whose %s keys differ from those of a running one refuses to start',
  async (name, text) => {
    const running = registrationOf('prc_running')
    await running.start()
    expect(await refusalOf({})).toBeUndefined()
    expect(await refusalOf({ [name]: 'another' })).toMatch(text)
    // It has left nothing behind, and the first process is not affected.
    expect((await sql`select id from processes where id = 'prc_other'`.execute(db)).rows).toEqual([])
    await running.stop()
    expect(await refusalOf({ [name]: 'another' })).toBeUndefined()
  },
)

test('a process without the key that encrypted the database refuses to start, until it is given up', async () => {
  expect(await refusalOf({ data: [dataKey(1)] })).toBeUndefined()
  expect(await refusalOf({ data: [dataKey(1, 9)] })).toMatch(
    /^Key 1 of DATA_ENCRYPTION_KEYS is not the key 1 .* encrypted with\. Restore it/,
  )
  expect(await refusalOf({ data: [dataKey(2)] })).toMatch(
    /lacks key 1, .* put the new key first and keep key 1 after it/,
  )
  await sql`delete from data_keys`.execute(db)
  expect(await refusalOf({ data: [dataKey(1, 9)] })).toBeUndefined()
})

test('a data key is rotated: the new one first, and the old one as long as data needs it', async () => {
  expect(await refusalOf({ data: [dataKey(1)] })).toBeUndefined()
  expect(await refusalOf({ data: [dataKey(2), dataKey(1)] })).toBeUndefined()
  // A process that has not heard of the new key could not read what the others write.
  expect(await refusalOf({ data: [dataKey(1)] })).toMatch(/lacks key 2/)
  expect(await refusalOf({ data: [dataKey(2)] })).toBeUndefined()
})

test('a process counts as running until it has not been seen for four seconds', async () => {
  const { rows } = await sql<{ seconds: number; isRunning: boolean }>`
    select seconds, process_is_running(now - make_interval(secs => seconds), now) as "isRunning"
    from clock_timestamp() now, unnest('{0,3,4}'::integer[]) seconds`.execute(db)
  expect(rows.filter(({ isRunning }) => isRunning).map(({ seconds }) => seconds)).toEqual([0, 3])
})

test('PostgreSQL inlines process_is_running', async () => {
  const { rows } = await sql<Record<string, string>>`
    explain verbose select id from processes where process_is_running(seen_at, clock_timestamp())`.execute(db)
  expect(JSON.stringify(rows)).not.toContain('process_is_running')
})
