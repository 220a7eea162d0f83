import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase, type Db } from '../db/client.ts'
import { inTransaction } from '../db/transaction.ts'
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts'
import type { Bell } from './bell.port.ts'
import { recordEvents } from './outbox.repo.ts'
import { createOutboxTail, type OutboxTail } from './tail-outbox.ts'

/** One process: its tail, and what it has noticed, by the rows' subjects. */
export interface Process {
  db: Db
  tail: OutboxTail
  noticed: string[]
}

interface ProcessOptions {
  db: Db
  bell?: Bell | undefined
  /** How long it may go without looking while it hears the bell. */
  quietMs?: number | undefined
}

export async function startProcess({ db, bell, quietMs }: ProcessOptions): Promise<Process> {
  const noticed: string[] = []
  const tail = createOutboxTail({
    db,
    bell,
    logger: pino({ level: 'silent' }),
    ...(quietMs !== undefined && { quietMs }),
  })
  tail.onNotice((rows) => void noticed.push(...rows.map(({ subject }) => subject)))
  await tail.start()
  return { db, tail, noticed }
}

/** Commits something, and says so in the process as every command does. */
export async function happen({ db, tail }: Process, ...subjects: string[]): Promise<void> {
  await record(db, ...subjects)
  tail.wake()
}

/** Commits without a word, as a command line does that serves nobody. */
export function record(db: Db, ...subjects: string[]): Promise<void> {
  return inTransaction(db, (tx) =>
    recordEvents(
      tx,
      subjects.map((subject) => ({ topic: 'event.added', subject, payload: { eventId: 1 } })),
    ),
  )
}

/** What every way of carrying change notices between processes does. */
export function noticesSuite(name: string, openBell: () => Promise<Bell | undefined>): void {
  describe(name, () => {
    let database: TestDatabase
    let processes: [Process, Process]
    const pools: Db[] = []
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
      const [first, second] = await Promise.all(
        pools.map(async (db) => startProcess({ db, bell: await openBell() })),
      )
      if (!first || !second) throw new Error('there are two pools')
      processes = [first, second]
    })
    afterEach(async () => {
      for (const { tail } of processes) await tail.stop()
    })

    async function expectNoticed(subjects: string[]): Promise<void> {
      for (const { noticed } of processes) {
        await vi.waitFor(() => expect(noticed).toHaveLength(subjects.length), { timeout: 30_000 })
        expect(noticed).toEqual(subjects)
      }
    }

    test('what one process commits is noticed once by each, in order', async () => {
      const [first, second] = processes
      for (const subject of ['a', 'b', 'c']) await happen(first, subject)
      await happen(second, 'd', 'e')
      await expectNoticed(['a', 'b', 'c', 'd', 'e'])
    })

    test('what is committed without a word is noticed too', async () => {
      await record(processes[0].db, 'silent')
      await expectNoticed(['silent'])
    })

    test('what is rolled back is not noticed', async () => {
      const [first] = processes
      const undone = inTransaction(first.db, async (tx) => {
        await recordEvents(tx, [{ topic: 'event.added', subject: 'undone', payload: { eventId: 1 } }])
        throw new Error('no')
      })
      await expect(undone).rejects.toThrow('no')
      await happen(first, 'done')
      await expectNoticed(['done'])
    })

    test('a change that commits late is not stepped over by those that overtook it', async () => {
      const [first, second] = processes
      await inTransaction(first.db, async (tx) => {
        await recordEvents(tx, [{ topic: 'event.added', subject: 'slow', payload: { eventId: 1 } }])
        await happen(second, 'fast')
        // It has to wait for so long, and that can be read of each process.
        for (const { tail } of processes) expect(await tail.lag()).toBeGreaterThan(0)
      })
      first.tail.wake()
      await expectNoticed(['slow', 'fast'])
      for (const { tail } of processes) expect(await tail.lag()).toBe(0)
    })

    test('of many who write at once, in both processes, every change is noticed once', async () => {
      const wanted = Array.from({ length: 200 }, (_, index) => `change ${index}`)
      await Promise.all(
        wanted.map((subject, index) => happen(index % 2 === 0 ? processes[0] : processes[1], subject)),
      )
      for (const { noticed } of processes) {
        await vi.waitFor(() => expect(noticed.toSorted()).toEqual(wanted.toSorted()), { timeout: 30_000 })
      }
    })

    test('a process whose reading fails for a while misses nothing', async () => {
      const [first, second] = processes
      const pid = sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`
      await happen(first, 'before')
      await expectNoticed(['before'])
      await pid.execute(second.db)
      await vi.waitFor(() => happen(second, 'after'), { timeout: 30_000 })
      await expectNoticed(['before', 'after'])
    })
  })
}
