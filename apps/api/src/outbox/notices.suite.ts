import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase, type Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { createTestDatabase, type TestDatabase } from '#api/test/harness/test-database.ts'
import type { WakeUpChannel } from './wake-up.port.ts'
import { recordEvents } from './outbox.repo.ts'
import { createOutboxTail, type OutboxTail } from './tail-outbox.ts'

/** One process: its outbox tail and the subjects it has received. */
export interface Process {
  db: Db
  tail: OutboxTail
  noticed: string[]
}

interface ProcessOptions {
  db: Db
  wakeUpChannel?: WakeUpChannel | undefined
  /** Poll interval while wake-ups are connected. */
  idlePollMs?: number | undefined
}

export async function startProcess({ db, wakeUpChannel, idlePollMs }: ProcessOptions): Promise<Process> {
  const noticed: string[] = []
  const tail = createOutboxTail({
    db,
    wakeUpChannel,
    logger: pino({ level: 'silent' }),
    ...(idlePollMs !== undefined && { idlePollMs }),
  })
  tail.onNotice((rows) => void noticed.push(...rows.map(({ subject }) => subject)))
  await tail.start()
  return { db, tail, noticed }
}

/** Commits events and wakes the tail, as every command does. */
export async function commitAndWake({ db, tail }: Process, ...subjects: string[]): Promise<void> {
  await record(db, ...subjects)
  tail.wake()
}

/** Commits events without a wake-up, as the CLI does. */
export function record(db: Db, ...subjects: string[]): Promise<void> {
  return inTransaction(db, (tx) =>
    recordEvents(
      tx,
      subjects.map((subject) => ({ topic: 'event.added', subject, payload: { eventId: 1 } })),
    ),
  )
}

/** Contract tests for every way of carrying notices between processes. */
export function noticesSuite(
  name: string,
  openWakeUpChannel: () => Promise<WakeUpChannel | undefined>,
): void {
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
        pools.map(async (db) => startProcess({ db, wakeUpChannel: await openWakeUpChannel() })),
      )
      if (!first || !second) throw new Error('expected two pools')
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

    test('each process receives every committed change once, in order', async () => {
      const [first, second] = processes
      for (const subject of ['a', 'b', 'c']) await commitAndWake(first, subject)
      await commitAndWake(second, 'd', 'e')
      await expectNoticed(['a', 'b', 'c', 'd', 'e'])
    })

    test('a change committed without a wake-up is received', async () => {
      await record(processes[0].db, 'silent')
      await expectNoticed(['silent'])
    })

    test('a rolled-back change is not received', async () => {
      const [first] = processes
      const rolledBack = inTransaction(first.db, async (tx) => {
        await recordEvents(tx, [{ topic: 'event.added', subject: 'undone', payload: { eventId: 1 } }])
        throw new Error('no')
      })
      await expect(rolledBack).rejects.toThrow('no')
      await commitAndWake(first, 'done')
      await expectNoticed(['done'])
    })

    test('a change that commits late is not skipped by later ones', async () => {
      const [first, second] = processes
      await inTransaction(first.db, async (tx) => {
        await recordEvents(tx, [{ topic: 'event.added', subject: 'slow', payload: { eventId: 1 } }])
        await commitAndWake(second, 'fast')
        // The late change delays the others, and each process reports that as lag.
        for (const { tail } of processes) expect(await tail.lag()).toBeGreaterThan(0)
      })
      first.tail.wake()
      await expectNoticed(['slow', 'fast'])
      for (const { tail } of processes) expect(await tail.lag()).toBe(0)
    })

    test('concurrent writes in both processes are each received once', async () => {
      const expected = Array.from({ length: 200 }, (_, index) => `change ${index}`)
      await Promise.all(
        expected.map((subject, index) =>
          commitAndWake(index % 2 === 0 ? processes[0] : processes[1], subject),
        ),
      )
      for (const { noticed } of processes) {
        await vi.waitFor(() => expect(noticed.toSorted()).toEqual(expected.toSorted()), { timeout: 30_000 })
      }
    })

    test('a process misses no notices when its reads fail for a while', async () => {
      const [first, second] = processes
      // Only connections of our own: autovacuum belongs to the server, which refuses to end it.
      const endConnections = sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`
      await commitAndWake(first, 'before')
      await expectNoticed(['before'])
      await endConnections.execute(second.db)
      await vi.waitFor(() => commitAndWake(second, 'after'), { timeout: 30_000 })
      await expectNoticed(['before', 'after'])
    })
  })
}
