import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { listingsRoutes } from '@terrace/contracts/listings'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  findValkey,
  startTemporaryValkey,
  type TemporaryValkey,
} from '../../../../tools/launch/temporary/temporary-valkey.ts'
import { readConfig } from '#api/config/config.ts'
import { openDatabase, type Db } from '#api/db/client.ts'
import { buildMarketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { buildTestApp } from '#api/test/harness/build-test-app.ts'
import { createTestDatabase, type TestDatabase } from '#api/test/harness/test-database.ts'
import { createValkeyWakeUp } from './adapters/valkey-wake-up.ts'
import { commitAndWake, noticesSuite, record, startProcess, type Process } from './notices.suite.ts'

noticesSuite('with the outbox only', async () => undefined)

describe('VALKEY_URL', () => {
  const environment = { DATABASE_URL: 'postgres://localhost/x' }

  test.each([
    'redis://localhost',
    'rediss://:secret@cache.example:6380/1',
    'valkey://localhost:6379',
    'valkeys://x',
  ])('%s is a valid server address', (url) => {
    expect(readConfig({ ...environment, VALKEY_URL: url }).valkeyUrl).toBe(url)
  })

  test.each(['', 'localhost:6379', 'http://localhost:6379', 'nowhere'])('%j is rejected by name', (url) => {
    expect(() => readConfig({ ...environment, VALKEY_URL: url })).toThrow('VALKEY_URL')
  })
})

const program = findValkey()
const name =
  program === undefined
    ? 'with Valkey (skipped: neither valkey-server nor redis-server is installed)'
    : 'with Valkey'

describe.skipIf(program === undefined)(name, () => {
  let valkey: TemporaryValkey
  beforeAll(async () => {
    valkey = await startTemporaryValkey(program ?? '')
  })
  afterAll(() => valkey.stop())

  const log: string[] = []
  const logger = pino({ level: 'info' }, { write: (line) => void log.push(line) })
  const wakeUpChannelOf = (url: string) => createValkeyWakeUp({ url, logger })

  noticesSuite('meets the contract of the outbox', async () => wakeUpChannelOf(valkey.url))

  describe('wake-ups', () => {
    // The poll interval is ten minutes, so anything received earlier came by wake-up.
    const idlePollMs = 600_000
    let database: TestDatabase
    const pools: Db[] = []
    let processes: Process[] = []
    let admin: ReturnType<typeof createClient>
    beforeAll(async () => {
      database = await createTestDatabase()
      for (let count = 0; count < 2; count += 1) {
        pools.push(openDatabase({ url: database.databaseUrl, poolSize: 4 }).db)
      }
    })
    afterAll(async () => {
      for (const db of pools) await db.destroy()
      await database.drop()
    })
    beforeEach(async () => {
      log.length = 0
      admin = createClient({ url: valkey.url })
      admin.on('error', () => undefined)
      await admin.connect()
    })
    afterEach(async () => {
      for (const { tail } of processes) await tail.stop()
      admin.destroy()
    })

    async function start(): Promise<[Process, Process]> {
      processes = await Promise.all(
        pools.map((db) => startProcess({ db, wakeUpChannel: wakeUpChannelOf(valkey.url), idlePollMs })),
      )
      const [first, second] = processes
      if (!first || !second) throw new Error('expected two pools')
      return [first, second]
    }

    /** Waits until both listen and their frequent polling after the start is over. */
    async function waitUntilIdle(): Promise<void> {
      await vi.waitFor(async () => expect(await listeners()).toBe(2), { timeout: 30_000 })
      await pause(1200)
    }

    async function listeners(): Promise<number> {
      return (await admin.pubSubNumSub('terrace/outbox'))['terrace/outbox'] ?? 0
    }

    const commitSoon = (process: Process, ...subjects: string[]) =>
      vi.waitFor(() => expect(process.noticed).toEqual(subjects), { timeout: 30_000 })

    test('a commit in one process wakes the other', async () => {
      const [first, second] = await start()
      await waitUntilIdle()
      await commitAndWake(first, 'rung')
      await commitSoon(second, 'rung')
      await commitSoon(first, 'rung')
    })

    test('a change held back by an older transaction is received when that transaction ends', async () => {
      const [first, second] = await start()
      await waitUntilIdle()
      await first.db.transaction().execute(async (tx) => {
        await tx.updateTable('outbox_cursors').set({ id: 0 }).where('subscriber', '=', 'unknown').execute()
        await tx
          .insertInto('outbox')
          .values({ topic: 'event.added', subject: 'slow', payload: JSON.stringify({ eventId: 1 }) })
          .execute()
        await commitAndWake(second, 'fast')
        await pause(300)
        expect(second.noticed).toEqual([])
      })
      await commitSoon(second, 'slow', 'fast')
    })

    test('duplicate and unexpected wake-ups change nothing', async () => {
      const [first, second] = await start()
      await waitUntilIdle()
      for (let count = 0; count < 50; count += 1) {
        await admin.publish('terrace/outbox', count % 2 === 0 ? '' : '{"topic":"listing.withdrawn"}')
      }
      await commitAndWake(first, 'once')
      await commitSoon(second, 'once')
      await pause(100)
      expect(second.noticed).toEqual(['once'])
    })

    test('commits during a lost connection are received, and wake-ups resume after it', async () => {
      const [first, second] = await start()
      await waitUntilIdle()
      await admin.sendCommand(['CLIENT', 'KILL', 'TYPE', 'pubsub'])
      await record(first.db, 'unheard')
      await commitSoon(second, 'unheard')
      await waitUntilIdle()
      await commitAndWake(first, 'heard')
      await commitSoon(second, 'unheard', 'heard')
    })

    test('without the server processes poll, and each outage logs one line', async () => {
      const [first, second] = await start()
      await waitUntilIdle()
      await valkey.stop()
      try {
        await commitAndWake(first, 'by polling')
        await commitSoon(second, 'by polling')
        await pause(500)
      } finally {
        await valkey.restart()
      }
      await vi.waitFor(() => admin.ping(), { timeout: 30_000 })
      await waitUntilIdle()
      await commitAndWake(first, 'by wake-up')
      await commitSoon(second, 'by polling', 'by wake-up')
      const lines = log.map((line) => (JSON.parse(line) as { msg: string }).msg)
      expect(lines.filter((line) => line.startsWith('Valkey unreachable'))).toHaveLength(2)
      expect(lines.filter((line) => line.startsWith('Valkey reachable again'))).toHaveLength(2)
    })
  })

  test('processes connect through VALKEY_URL: a hold in one shows in the feed of the other', async () => {
    const config = { valkeyUrl: valkey.url }
    const market = await buildMarketplace({ config })
    const other = await buildTestApp({ config, databaseUrl: market.deps.config.databaseUrl })
    const admin = createClient({ url: valkey.url })
    admin.on('error', () => undefined)
    await admin.connect()
    try {
      await vi.waitFor(
        async () => expect(await admin.pubSubNumSub('terrace/outbox')).toEqual({ 'terrace/outbox': 2 }),
        { timeout: 30_000 },
      )
      const [holder, viewer] = [await market.addBuyer(), await other.addBuyer()]
      const listingId = await market.list()
      const query = { 'listing_id[]': [listingId] }
      const available = async () =>
        (await viewer.call(listingsRoutes.feed, { query })).data.data.map((listing) => listing.available)
      expect(await available()).toEqual([4])
      await market.hold(holder, listingId, 3)
      await vi.waitFor(async () => expect(await available()).toEqual([1]), { timeout: 30_000 })
    } finally {
      admin.destroy()
      await other.close()
      await market.close()
    }
  })

  test('a process starts, works and stops while the configured server is unreachable', async () => {
    const database = await createTestDatabase()
    const { db } = openDatabase({ url: database.databaseUrl, poolSize: 4 })
    const isolated = await startProcess({
      db,
      wakeUpChannel: wakeUpChannelOf('valkey://127.0.0.1:1'),
      idlePollMs: 600_000,
    })
    await commitAndWake(isolated, 'alone')
    await vi.waitFor(() => expect(isolated.noticed).toEqual(['alone']), { timeout: 30_000 })
    await isolated.tail.stop()
    await db.destroy()
    await database.drop()
  })
})
