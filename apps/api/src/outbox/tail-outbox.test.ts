import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase, type Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { createTestDatabase } from '#api/test/harness/test-database.ts'
import {
  addCursor,
  currentOutboxPosition,
  readOutboxAfter,
  recordEvents,
  lockCursor,
  purgeOutbox,
  type OutboxPosition,
} from './outbox.repo.ts'
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

function commit(subject: string): Promise<void> {
  return inTransaction(db, (tx) =>
    recordEvents(tx, [{ topic: 'event.added', subject, payload: { eventId: 1 } }]),
  )
}

test('drain delivers committed rows even right after a subscriber ran', async () => {
  for (const subject of ['drain 1', 'drain 2', 'drain 3']) {
    await commit(subject)
    await tail.drain()
    expect(handled.at(-1)).toBe(subject)
    expect(noticed.at(-1)).toBe(subject)
  }
})

test('under constant writes every row is noticed and handled once, in order, without a drain', async () => {
  const subjects = Array.from({ length: 60 }, (_, index) => `numbered ${index}`)
  for (const subject of subjects) {
    await commit(subject)
    tail.wake()
  }
  const numberedOf = (seen: string[]) => seen.filter((subject) => subject.startsWith('numbered'))
  await vi.waitFor(() => expect(numberedOf(handled)).toHaveLength(subjects.length), { timeout: 30_000 })
  expect(numberedOf(handled)).toEqual(subjects)
  expect(numberedOf(noticed)).toEqual(subjects)
})

test('rows stay in order when transaction ids gain a digit', async () => {
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

test('a failing handler is logged and affects neither other handlers nor later rows', async () => {
  const lines: string[] = []
  const logger = pino({}, { write: (line: string) => void lines.push(line) })
  const other = createOutboxTail({ db, logger })
  const received: string[] = []
  other.onNotice((rows) => {
    if (rows.some(({ subject }) => subject === 'bad news')) throw new Error('handler failed')
    received.push(...rows.map(({ subject }) => `first ${subject}`))
  })
  other.onNotice((rows) => void received.push(...rows.map(({ subject }) => `second ${subject}`)))
  await other.start()
  for (const subject of ['bad news', 'good news']) {
    await commit(subject)
    await other.drain()
  }
  await other.stop()
  expect(received).toEqual(['second bad news', 'first good news', 'second good news'])
  expect(lines.filter((line) => line.includes('handler failed'))).toHaveLength(1)
})

test('a subscriber without rows of its topics keeps its cursor until one is written', async () => {
  const other = createOutboxTail({ db, logger: pino({ level: 'silent' }) })
  const received: string[] = []
  const collect = async (_tx: unknown, rows: readonly { subject: string }[]) =>
    void received.push(...rows.map(({ subject }) => subject))
  other.subscribe({ name: 'quiet', topics: ['password.changed'], handle: collect })
  // Runs after it, in the same pass.
  other.subscribe({ name: 'busy', topics: ['event.added'], handle: collect })
  await other.start()
  await other.drain()
  const cursorOf = (name: string) =>
    db.selectFrom('outbox_cursors').select('id').where('subscriber', '=', name).executeTakeFirst()
  const before = await cursorOf('quiet')
  await commit('for the busy one')
  await vi.waitFor(() => expect(received).toContain('for the busy one'), { timeout: 30_000 })
  expect(await cursorOf('quiet')).toEqual(before)
  await inTransaction(db, (tx) =>
    recordEvents(tx, [
      { topic: 'password.changed', subject: 'for the quiet one', payload: { accountId: '1' } },
    ]),
  )
  await vi.waitFor(() => expect(received).toContain('for the quiet one'), { timeout: 30_000 })
  await other.stop()
  await db.deleteFrom('outbox_cursors').where('subscriber', 'in', ['quiet', 'busy']).execute()
})

test('rows locked by a crashed process are handled without a new event', async () => {
  const other = createOutboxTail({ db, logger: pino({ level: 'silent' }) })
  const received: string[] = []
  other.subscribe({
    name: 'mortal',
    topics: ['event.added'],
    handle: async (_tx, rows) => void received.push(...rows.map(({ subject }) => subject)),
  })
  await addCursor(db, 'mortal')
  await commit('left behind')
  await db.transaction().execute(async (tx) => {
    await lockCursor(tx, 'mortal')
    await other.start()
    // This process finds the cursor locked.
    await delay(300)
    expect(received).toEqual([])
  })
  await vi.waitFor(() => expect(received).toContain('left behind'), { timeout: 30_000 })
  await other.stop()
  await db.deleteFrom('outbox_cursors').where('subscriber', '=', 'mortal').execute()
})

test('a cursor without a heartbeat for a week is deleted and releases old rows', async () => {
  await tail.drain()
  await sql`insert into outbox_cursors (subscriber, xid, id, updated_at) values
    ('retired', '0', 0, now() - interval '8 days'), ('elsewhere', '1000', 0, now() - interval '6 days')`.execute(
    db,
  )
  await sql`insert into outbox (xid, topic, subject, payload, occurred_at) values
    ('100', 'event.added', 'two days old', '{}', now() - interval '2 days')`.execute(db)
  const cursorExists = async () =>
    (await db.selectFrom('outbox').selectAll().execute()).some(({ subject }) => subject === 'two days old')
  await purgeOutbox(db)
  expect(await cursorExists()).toBe(true)
  const other = createOutboxTail({ db, logger: pino({ level: 'silent' }) })
  await other.start()
  await other.stop()
  expect(await cursors()).toEqual(['elsewhere', 'test.subscriber'])
  await purgeOutbox(db)
  expect(await cursorExists()).toBe(false)
})

test('cursors survive a pause of weeks, and an idle process keeps its heartbeat', async () => {
  const other = createOutboxTail({ db, logger: pino({ level: 'silent' }), cursorHeartbeatMs: 50 })
  const seen: string[] = []
  other.subscribe({
    name: 'patient',
    topics: ['event.added'],
    handle: async (_tx, rows) => void seen.push(...rows.map(({ subject }) => subject)),
  })
  const position = await currentOutboxPosition(db)
  const abandoned = { subscriber: 'patient', ...position }
  await db.insertInto('outbox_cursors').values(abandoned).execute()
  const age = () =>
    sql`update outbox_cursors set updated_at = now() - interval '30 days' where subscriber = 'patient'`.execute(
      db,
    )
  await age()
  await commit('after the pause')
  await other.start()
  await vi.waitFor(() => expect(seen).toEqual(['after the pause']), { timeout: 30_000 })
  await age()
  await vi.waitFor(async () => expect(await recentlyTouched()).toContain('patient'), { timeout: 30_000 })
  await other.stop()
  await db.deleteFrom('outbox_cursors').where('subscriber', '=', 'patient').execute()
})

async function cursors(): Promise<string[]> {
  const rows = await db.selectFrom('outbox_cursors').select('subscriber').orderBy('subscriber').execute()
  return rows.map(({ subscriber }) => subscriber)
}

async function recentlyTouched(): Promise<string[]> {
  const { rows } = await sql<{ subscriber: string }>`
    select subscriber from outbox_cursors where updated_at > now() - interval '1 day'`.execute(db)
  return rows.map(({ subscriber }) => subscriber)
}

test('a process that does not run subscribers leaves their rows to the others', async () => {
  const web = createOutboxTail({ db, logger: pino({ level: 'silent' }), runsSubscribers: false })
  const seen: string[] = []
  web.onNotice((rows) => void seen.push(...rows.map(({ subject }) => subject)))
  const handle = vi.fn<() => Promise<void>>().mockResolvedValue()
  web.subscribe({ name: 'test.worker', topics: ['event.added'], handle })
  await web.start()
  await commit('for a worker')
  await web.drain()
  await web.stop()
  expect(seen).toEqual(['for a worker'])
  expect(handle).not.toHaveBeenCalled()
  const { rows } = await sql`select from outbox_cursors where subscriber = 'test.worker'`.execute(db)
  expect(rows).toEqual([])
})
