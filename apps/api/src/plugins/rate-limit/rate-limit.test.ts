import { workspaceRoutes } from '@terrace/contracts/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import { insertSession } from '#api/modules/accounts/sessions/sessions.repo.ts'
import { randomIds } from '#api/shared/ids.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { createRequestCounts } from './request-counts.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ config: { rateLimitPerMinute: 5 } })
})
afterAll(() => app.close())

const signUp = (on: TestApp, ipAddress: string) =>
  on.app.inject({ url: '/api/auth/sign-up', remoteAddress: ipAddress })

test('invalid tokens count towards the IP limit, not towards a session', async () => {
  const buyer = await app.addBuyer()
  expect((await buyer.call(workspaceRoutes.info)).status).toBe(200)
  const statuses = []
  for (let number = 0; number < 6; number += 1) {
    const authorization = `Bearer ${'x'.repeat(40)}${number}`
    statuses.push(
      (await app.app.inject({ url: '/api/settings/trade/info', headers: { authorization } })).statusCode,
    )
  }
  expect(statuses).toEqual([401, 401, 401, 401, 429, 429])
  expect((await buyer.call(workspaceRoutes.info)).status).toBe(200)
})

test('the sessions of an account share its limit; other accounts at the same address have their own', async () => {
  const buyer = await app.addBuyer()
  const token = randomIds.secret()
  await inTransaction(app.db, (tx) =>
    insertSession(tx, {
      id: randomIds.next('ses'),
      accountId: buyer.accountId,
      token,
      userAgent: 'test',
      proven: ['password'],
    }),
  )
  const statusOf = async (each: string) => {
    const headers = { authorization: `Bearer ${each}` }
    const url = '/api/settings/trade/info'
    return (await app.app.inject({ url, headers, remoteAddress: '198.51.100.7' })).statusCode
  }
  const statuses: number[] = []
  for (let number = 0; number < 4; number += 1)
    for (const each of [buyer.token, token]) statuses.push(await statusOf(each))
  // The first request of a session counts for its address.
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 429])
  expect(await statusOf((await app.addBuyer()).token)).toBe(200)
})

test('a rate-limited response says when to retry', async () => {
  for (let number = 0; number < 5; number += 1) await signUp(app, '198.51.100.9')
  const rejected = await signUp(app, '198.51.100.9')
  expect(rejected.statusCode).toBe(429)
  expect(rejected.json().errors.title).toBe('Too many requests. Wait a moment and try again')
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
})

test('requests to one process count towards the limit of another', async () => {
  const second = await buildTestApp({
    config: { rateLimitPerMinute: 5 },
    databaseUrl: app.deps.config.databaseUrl,
  })
  try {
    for (let number = 0; number < 5; number += 1) await signUp(app, '198.51.100.10')
    await expect.poll(() => storedRequests('198.51.100.10')).toBe(5)
    // The second process learns of them with its first request.
    await signUp(second, '198.51.100.10')
    await expect.poll(async () => (await signUp(second, '198.51.100.10')).statusCode).toBe(429)
    expect((await signUp(second, '198.51.100.11')).statusCode).not.toBe(429)
  } finally {
    await second.close()
  }
})

async function storedRequests(ipAddress: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count from request_counts
    where key_hash = left(translate(encode(sha256(${ipAddress}::bytea), 'base64'), '+/', '-_'), 22)`.execute(
    app.db,
  )
  return rows.reduce((sum, { count }) => sum + count, 0)
}

const minute = 60_000
const start = 1_000 * minute

function countsAt(time: { now: number }, onError = vi.fn<(error: unknown) => void>()) {
  return createRequestCounts({ db: app.db, onError, now: () => time.now })
}

test('a limit counts the last 60 seconds, not whole minutes', async () => {
  const time = { now: start + 50_000 }
  const counts = countsAt(time)
  for (let number = 1; number <= 100; number += 1) expect(counts.take('visitor', 100).current).toBe(number)
  expect(counts.take('visitor', 100)).toEqual({ current: 101, ttl: 10_000 + 600 })
  time.now = start + minute
  expect(counts.take('visitor', 100).current).toBe(101)
  // Half of the minute before still counts.
  time.now = start + minute + 30_000
  for (let number = 51; number <= 100; number += 1) expect(counts.take('visitor', 100).current).toBe(number)
  const { current, ttl } = counts.take('visitor', 100)
  expect([current, ttl]).toEqual([101, 600])
  time.now += ttl
  expect(counts.take('visitor', 100).current).toBe(100)
  await counts.stop()
})

test('requests far below a limit are not stored', async () => {
  const counts = countsAt({ now: start })
  for (let number = 0; number < 4; number += 1) counts.take('rare', 100)
  await counts.stop()
  expect(await storedRequests('rare')).toBe(0)
})

test('while the database fails, a process counts alone and shares its requests later', async () => {
  const time = { now: start }
  const onError = vi.fn<(error: unknown) => void>()
  const counts = countsAt(time, onError)
  await sql`alter table request_counts rename to unavailable`.execute(app.db)
  try {
    counts.take('caller', 3)
    await vi.waitFor(() => expect(onError).toHaveBeenCalled(), 30_000)
    counts.take('caller', 3)
  } finally {
    await sql`alter table unavailable rename to request_counts`.execute(app.db)
  }
  counts.take('caller', 3)
  expect(counts.take('caller', 3).current).toBe(4)
  await expect.poll(() => storedRequests('caller')).toBe(3)
  await counts.stop()
})
