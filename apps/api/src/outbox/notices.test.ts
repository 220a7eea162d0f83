import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { listingsRoutes } from '@terrace/contracts/listings'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  findValkey,
  startTemporaryValkey,
  type TemporaryValkey,
} from '../../../../tools/launch/temporary-valkey.ts'
import { readConfig } from '../config.ts'
import { openDatabase, type Db } from '../db/client.ts'
import { buildMarket } from '../test/build-market.ts'
import { buildTestApp } from '../test/build-test-app.ts'
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts'
import { createValkeyBell } from './adapters/valkey-bell.ts'
import { happen, noticesSuite, record, startProcess, type Process } from './notices.suite.ts'

noticesSuite('by the outbox alone', async () => undefined)

describe('VALKEY_URL', () => {
  const environment = { DATABASE_URL: 'postgres://localhost/x' }

  test.each([
    'redis://localhost',
    'rediss://:secret@cache.example:6380/1',
    'valkey://localhost:6379',
    'valkeys://x',
  ])('%s is an address of a server', (url) => {
    expect(readConfig({ ...environment, VALKEY_URL: url }).valkeyUrl).toBe(url)
  })

  test.each(['', 'localhost:6379', 'http://localhost:6379', 'nowhere'])('%j is refused by name', (url) => {
    expect(() => readConfig({ ...environment, VALKEY_URL: url })).toThrow('VALKEY_URL')
  })
})

const program = findValkey()
const name =
  program === undefined
    ? 'with Valkey (left out: neither valkey-server nor redis-server is installed)'
    : 'with Valkey'

describe.skipIf(program === undefined)(name, () => {
  let valkey: TemporaryValkey
  beforeAll(async () => {
    valkey = await startTemporaryValkey(program ?? '')
  })
  afterAll(() => valkey.stop())

  const log: string[] = []
  const logger = pino({ level: 'info' }, { write: (line) => void log.push(line) })
  const bellOf = (url: string) => createValkeyBell({ url, logger })

  noticesSuite('does what the outbox alone does', async () => bellOf(valkey.url))

  describe('and more', () => {
    // The clock would look once in ten minutes: what is noticed earlier was rung for.
    const quietMs = 600_000
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
        pools.map((db) => startProcess({ db, bell: bellOf(valkey.url), quietMs })),
      )
      const [first, second] = processes
      if (!first || !second) throw new Error('there are two pools')
      return [first, second]
    }

    /** Both listen, and no longer look often because they have just begun. */
    async function quiet(): Promise<void> {
      await vi.waitFor(async () => expect(await listeners()).toBe(2), { timeout: 30_000 })
      await pause(1200)
    }

    async function listeners(): Promise<number> {
      return (await admin.pubSubNumSub('terrace/outbox'))['terrace/outbox'] ?? 0
    }

    const soon = (process: Process, ...subjects: string[]) =>
      vi.waitFor(() => expect(process.noticed).toEqual(subjects), { timeout: 30_000 })

    test('what one process commits is noticed by the other without its looking by the clock', async () => {
      const [first, second] = await start()
      await quiet()
      await happen(first, 'rung')
      await soon(second, 'rung')
      await soon(first, 'rung')
    })

    test('a change that an older transaction holds back at the ring is noticed when that has ended', async () => {
      const [first, second] = await start()
      await quiet()
      await first.db.transaction().execute(async (tx) => {
        await tx.updateTable('outbox_cursors').set({ id: 0 }).where('subscriber', '=', 'nobody').execute()
        await tx
          .insertInto('outbox')
          .values({ topic: 'event.added', subject: 'slow', payload: JSON.stringify({ eventId: 1 }) })
          .execute()
        await happen(second, 'fast')
        await pause(300)
        expect(second.noticed).toEqual([])
      })
      await soon(second, 'slow', 'fast')
    })

    test('rings that come twice, for nothing, or from a stranger change nothing', async () => {
      const [first, second] = await start()
      await quiet()
      for (let count = 0; count < 50; count += 1) {
        await admin.publish('terrace/outbox', count % 2 === 0 ? '' : '{"topic":"listing.withdrawn"}')
      }
      await happen(first, 'once')
      await soon(second, 'once')
      await pause(100)
      expect(second.noticed).toEqual(['once'])
    })

    test('what was committed while the connection was cut is noticed, and then rings are heard again', async () => {
      const [first, second] = await start()
      await quiet()
      await admin.sendCommand(['CLIENT', 'KILL', 'TYPE', 'pubsub'])
      await record(first.db, 'unheard')
      await soon(second, 'unheard')
      await quiet()
      await happen(first, 'heard')
      await soon(second, 'unheard', 'heard')
    })

    test('without the server changes are noticed by the clock, and when it is back by its rings; the log has one line for each', async () => {
      const [first, second] = await start()
      await quiet()
      await valkey.stop()
      try {
        await happen(first, 'by the clock')
        await soon(second, 'by the clock')
        await pause(500)
      } finally {
        await valkey.restart()
      }
      await vi.waitFor(() => admin.ping(), { timeout: 30_000 })
      await quiet()
      await happen(first, 'by its ring')
      await soon(second, 'by the clock', 'by its ring')
      const lines = log.map((line) => (JSON.parse(line) as { msg: string }).msg)
      expect(lines.filter((line) => line.startsWith('Valkey cannot be reached'))).toHaveLength(2)
      expect(lines.filter((line) => line.startsWith('Valkey can be reached again'))).toHaveLength(2)
    })
  })

  test('whole processes find each other by VALKEY_URL: a hold in one is in the other’s feed', async () => {
    const config = { valkeyUrl: valkey.url }
    const market = await buildMarket({ config })
    const other = await buildTestApp({ config, databaseUrl: market.deps.config.databaseUrl })
    const admin = createClient({ url: valkey.url })
    admin.on('error', () => undefined)
    await admin.connect()
    try {
      await vi.waitFor(
        async () => expect(await admin.pubSubNumSub('terrace/outbox')).toEqual({ 'terrace/outbox': 2 }),
        { timeout: 30_000 },
      )
      const [holder, looker] = [await market.addBuyer(), await other.addBuyer()]
      const listingId = await market.list()
      const query = { 'listing_id[]': [listingId] }
      const available = async () =>
        (await looker.call(listingsRoutes.feed, { query })).data.data.map((listing) => listing.available)
      expect(await available()).toEqual([4])
      await market.hold(holder, listingId, 3)
      await vi.waitFor(async () => expect(await available()).toEqual([1]), { timeout: 30_000 })
    } finally {
      admin.destroy()
      await other.close()
      await market.close()
    }
  })

  test('a process starts, works and stops where nothing answers at the address', async () => {
    const database = await createTestDatabase()
    const { db } = openDatabase({ url: database.databaseUrl, poolSize: 4 })
    const alone = await startProcess({ db, bell: bellOf('valkey://127.0.0.1:1'), quietMs: 600_000 })
    await happen(alone, 'alone')
    await vi.waitFor(() => expect(alone.noticed).toEqual(['alone']), { timeout: 30_000 })
    await alone.tail.stop()
    await db.destroy()
    await database.drop()
  })
})
