import { tmpdir } from 'node:os'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase, type Db } from '#api/db/client.ts'
import { createMigrationCheck } from '#api/db/pending-migrations.repo.ts'
import { createWriteCheck } from '#api/db/write-check.repo.ts'
import { createMetrics } from '#api/metrics/create-metrics.ts'
import { createTestDatabase, type TestDatabase } from '#api/test/harness/test-database.ts'
import { installErrorHandler } from './error-handler.ts'
import { installHealth } from './health.ts'
import { createReadinessCheck, findUnreadiness } from './readiness.ts'

const token = 'a-token-of-twenty-four-or-more'

let database: TestDatabase
let db: Db
let pool: pg.Pool
beforeAll(async () => {
  database = await createTestDatabase()
  ;({ db, pool } = openDatabase({ url: database.databaseUrl, poolSize: 1 }))
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const ready = {
  draining: { isActive: () => false },
  countPendingMigrations: async () => 0,
  checkWrites: async () => undefined,
  outbox: { secondsSinceRead: () => 0 },
  search: { isReady: () => true, secondsBehind: () => 0.25 },
}

function serve(
  production: boolean,
  metricsToken?: string,
  lag: () => Promise<number> = async () => 0,
): FastifyInstance {
  const app = Fastify()
  installErrorHandler(app)
  installHealth(app, {
    ...ready,
    metrics: createMetrics(),
    countSockets: () => 3,
    replica: { ageSeconds: () => 0.5 },
    db,
    pool,
    dataFolder: tmpdir(),
    outbox: { ...ready.outbox, lag },
    production,
    processId: 'prc_test',
    metricsToken,
  })
  return app
}

async function statusOf(app: FastifyInstance, remoteAddress: string, headers: Record<string, string> = {}) {
  return (await app.inject({ url: '/metrics', remoteAddress, headers })).statusCode
}

const bearer = (text: string) => ({ authorization: `Bearer ${text}` })

test('metrics are readable with the token from any address', async () => {
  for (const production of [true, false]) {
    const app = serve(production, token)
    expect(await statusOf(app, '203.0.113.9', bearer(token))).toBe(200)
    expect(await statusOf(app, '127.0.0.1')).toBe(404)
    expect(await statusOf(app, '127.0.0.1', bearer(`${token}x`))).toBe(404)
    expect(await statusOf(app, '127.0.0.1', { authorization: token })).toBe(404)
  }
})

test('without a token, metrics are closed in production and local-only in the demo', async () => {
  expect(await statusOf(serve(true), '127.0.0.1')).toBe(404)
  const demo = serve(false)
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect(await statusOf(demo, address)).toBe(200)
  expect(await statusOf(demo, '192.168.1.20')).toBe(404)
  // A local proxy forwards requests from other machines.
  expect(await statusOf(demo, '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).toBe(404)
  expect(await statusOf(demo, '127.0.0.1', { forwarded: 'for=203.0.113.9' })).toBe(404)
})

test('health checks need no token', async () => {
  const app = serve(true)
  for (const url of ['/health/live', '/health/ready']) {
    expect((await app.inject({ url, remoteAddress: '203.0.113.9' })).statusCode).toBe(200)
  }
})

test.each([
  ['shutting down', { draining: { isActive: () => true } }],
  ['2 migrations are pending', { countPendingMigrations: async () => 2 }],
  ['changes were last read 31 seconds ago', { outbox: { secondsSinceRead: () => 31 } }],
  ['the search index is loading', { search: { isReady: () => false } }],
])('a process is not ready while: %s', async (reason, changes) => {
  expect(await findUnreadiness({ ...ready, db })).toBeUndefined()
  expect(await findUnreadiness({ ...ready, search: undefined, db })).toBeUndefined()
  expect(await findUnreadiness({ ...ready, db, ...changes })).toBe(reason)
})

test('calls within a second share the statements of one; what needs none is seen at once', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let pending = 0
  let isDraining = false
  const countPendingMigrations = vi.fn(async () => pending)
  const check = createReadinessCheck({
    ...ready,
    db,
    countPendingMigrations,
    draining: { isActive: () => isDraining },
  })
  const reasons = await Promise.all(Array.from({ length: 20 }, check))
  expect([new Set(reasons), countPendingMigrations.mock.calls.length]).toEqual([new Set([undefined]), 1])
  pending = 2
  vi.advanceTimersByTime(999)
  expect(await check()).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect([await check(), await check()]).toEqual(Array(2).fill('2 migrations are pending'))
  expect(countPendingMigrations).toHaveBeenCalledTimes(2)
  isDraining = true
  expect(await check()).toBe('shutting down')
})

test('a database that lost its schema makes a ready process unready', async () => {
  const deps = { ...ready, countPendingMigrations: createMigrationCheck(db), db }
  expect(await findUnreadiness(deps)).toBeUndefined()
  await sql`alter table schema_migrations rename to lost_migrations`.execute(db)
  expect(await findUnreadiness(deps)).toMatch(/^\d+ migrations are pending$/)
  await sql`alter table lost_migrations rename to schema_migrations`.execute(db)
  expect(await findUnreadiness(deps)).toBeUndefined()
})

test.each([
  ['takes no changes', 'default_transaction_read_only = on', 'database does not accept changes'],
  // What a full disk does, without filling one.
  ['has no space', "temp_file_limit = '64kB'", 'database cannot write'],
])('a process is not ready while its database %s', async (_what, setting, reason) => {
  const [name] = setting.split(' ')
  const change = (clause: string) => onSuperuser(`alter database ${database.name} ${clause}`)
  const find = async () => {
    const own = openDatabase({ url: database.databaseUrl, poolSize: 1 })
    const found = await findUnreadiness({ ...ready, checkWrites: createWriteCheck(own.db), db: own.db })
    await own.db.destroy()
    return found
  }
  await change(`set ${setting}`)
  expect(await find()).toBe(reason)
  await change(`reset ${name}`)
  expect(await find()).toBeUndefined()
})

test('a database that is lost during the check of writes is not reachable', async () => {
  const lost = openDatabase({ url: 'postgres://terrace@127.0.0.1:1/terrace', poolSize: 1 }).db
  expect(await findUnreadiness({ ...ready, checkWrites: createWriteCheck(lost), db })).toBe(
    'database is not reachable',
  )
  await lost.destroy()
})

async function onSuperuser(statement: string): Promise<void> {
  const url = new URL(database.databaseUrl)
  url.username = 'postgres'
  const client = new pg.Client({
    connectionString: url.href,
    options: '-c default_transaction_read_only=off',
  })
  await client.connect()
  await client.query(statement)
  await client.end()
}

test('migrations of this release that the database lacks are counted', async () => {
  expect(await createMigrationCheck(db)()).toBe(0)
  await sql`update schema_migrations set name = 'x' || name where name like '0060%'`.execute(db)
  expect(await createMigrationCheck(db)()).toBe(1)
  await sql`update schema_migrations set name = substr(name, 2) where name like 'x0060%'`.execute(db)
  expect(await createMigrationCheck(db)()).toBe(0)
})

test('metrics include the outbox lag, and report NaN for it while the database is unreachable', async () => {
  const readMetrics = async (lag: () => Promise<number>) =>
    (await serve(true, token, lag).inject({ url: '/metrics', headers: bearer(token) })).body
  expect(await readMetrics(async () => 1.5)).toMatch(/^outbox_lag_seconds 1\.5$/m)
  const without = await readMetrics(() => Promise.reject(new Error('the database is unreachable')))
  expect(without).toMatch(/^outbox_lag_seconds Nan$/im)
  expect(without).toMatch(/^process_resident_memory_bytes \d+/m)
})

test('metrics show the pool, the running processes and what is left to do', async () => {
  await sql`insert into processes (id, roles) values ('prc_a', '{web}'), ('prc_b', '{web,worker}')`.execute(
    db,
  )
  await sql`insert into outbox_cursors (subscriber, xid, id) values ('test', '1', 1)`.execute(db)
  const app = serve(true, token)
  const { body } = await app.inject({ url: '/metrics', headers: bearer(token) })
  for (const line of [
    'processes_running{role="web"} 2',
    'processes_running{role="worker"} 1',
    'database_connections{state="idle"} 1',
    'database_pool_waiting 0',
    'database_archive_failing 0',
    'database_connections_max 1',
    'inventory_imports_waiting 0',
    'inventory_import_oldest_seconds 0',
    'price_rule_runs_open 0',
    'price_rule_runs_failing 0',
    'checkout_attempts_open 0',
    'checkout_attempts_stuck 0',
    'refunds_pending 0',
    'payment_events_unprocessed 0',
    'realtime_sockets 3',
    'replica_age_seconds 0.5',
    'search_index_age_seconds 0.25',
  ])
    expect(body.split('\n')).toContain(line)
  expect(body).toMatch(/^data_folder_free_bytes [1-9]\d+/m)
  expect(body).toMatch(/^outbox_subscriber_age_seconds\{subscriber="test"\} \d/m)
})
