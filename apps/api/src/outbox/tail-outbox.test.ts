import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase, type Db } from '../db/client.ts'
import { inTransaction } from '../db/transaction.ts'
import { createTestDatabase } from '../test/test-database.ts'
import { readOutboxAfter, recordEvents, type OutboxPosition } from './outbox.repo.ts'
import { createOutboxTail, type OutboxTail } from './tail-outbox.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Db
let tail: OutboxTail
const noticed: string[] = []
const handled: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.databaseUrl, poolSize: 3 }).db
  tail = createOutboxTail({ db, logger: pino({ level: 'silent' }) })
  tail.onNotice((rows) => void noticed.push(...rows.map(({ subject }) => subject)))
  tail.subscribe({
    name: 'test.subscriber',
    topics: ['event.added'],
    handle: async (_tx, rows) => void handled.push(...rows.map(({ subject }) => subject)),
  })
  await tail.start()
})
afterAll(async () => {
  await tail.stop()
  await db.destroy()
  await database.drop()
})

function happen(subject: string): Promise<void> {
  return inTransaction(db, (tx) =>
    recordEvents(tx, [{ topic: 'event.added', subject, payload: { eventId: 1 } }]),
  )
}

test('drain hands over what was committed, however recently a subscriber ran', async () => {
  for (const subject of ['drain 1', 'drain 2', 'drain 3']) {
    await happen(subject)
    await tail.drain()
    expect(handled.at(-1)).toBe(subject)
    expect(noticed.at(-1)).toBe(subject)
  }
})

test('under constant change every row is noticed once and handled once, in order, without anybody draining', async () => {
  const subjects = Array.from({ length: 60 }, (_, index) => `steady ${index}`)
  for (const subject of subjects) {
    await happen(subject)
    tail.wake()
  }
  const steady = (seen: string[]) => seen.filter((subject) => subject.startsWith('steady'))
  await vi.waitFor(() => expect(steady(handled)).toHaveLength(subjects.length), { timeout: 10_000 })
  expect(steady(handled)).toEqual(subjects)
  expect(steady(noticed)).toEqual(subjects)
})

test('where the numbers of transactions gain a digit, rows are still read in their order, and none is stepped over', async () => {
  await sql`insert into outbox (xid, topic, subject, payload) values
    ('100', 'event.added', 'later', '{}'), ('99', 'event.added', 'earlier', '{}'), ('101', 'event.added', 'last', '{}')
  `.execute(db)
  const read: string[] = []
  let position: OutboxPosition = { xid: '98', id: 0 }
  for (let count = 0; count < 3; count += 1) {
    const [row] = await readOutboxAfter(db, position, 1)
    if (!row) break
    read.push(row.subject)
    position = row
  }
  expect(read).toEqual(['earlier', 'later', 'last'])
})
