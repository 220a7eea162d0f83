import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBackgroundWork } from '#api/background-work.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { EmailMessage } from '#api/modules/notifications/mailer.port.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp({ config: { tradeOrigins: ['http://localhost:4000'] } })
})
afterEach(() => app.close())

/** Starts a process whose mail server accepts this many emails and then no longer responds. */
function startProcess(acceptedEmails: number) {
  const begun: string[] = []
  const accepted: string[] = []
  const mailer = {
    ...app.deps.mailer,
    async send({ id }: EmailMessage) {
      begun.push(id)
      if (begun.length > acceptedEmails) await Promise.withResolvers<void>().promise
      accepted.push(id)
      return { status: 'sent' as const }
    },
  }
  const work = createBackgroundWork(app.deps.config, { ...app.deps, mailer })
  work.start()
  return { begun, accepted, stop: () => work.stop() }
}

/** Two jobs of 32 emails each, which a process fetches together. */
async function notify(): Promise<void> {
  const cursors = async () =>
    (await sql`select from outbox_cursors where subscriber = 'emails'`.execute(app.db)).rows
  await expect.poll(cursors).toHaveLength(1)
  const { accountId } = await app.addBuyer()
  const events = Array.from({ length: 64 }, () => ({
    topic: 'account.approved' as const,
    subject: accountId,
    payload: { accountId },
  }))
  await inTransaction(app.db, (tx) => recordEvents(tx, events))
  await app.deps.outbox.drain()
}

const retryNow = () =>
  sql`update pgboss.job set start_after = now() where name like 'mail.%' and state < 'completed'`.execute(
    app.db,
  )

test('a job of several emails ends when they are sent, while others of its process wait', async () => {
  const slow = startProcess(63)
  await notify()
  const states = async () => {
    const { rows } = await sql<{ state: string }>`
      select state::text from pgboss.job where name = 'mail.send_batch' order by state`.execute(app.db)
    return rows.map(({ state }) => state)
  }
  await expect.poll(states).toEqual(['active', 'completed'])
  await slow.stop()
})

test('a restart while the mail server is slow repeats no email that was sent', async () => {
  const first = startProcess(3)
  await notify()
  await expect.poll(() => first.begun.length).toBeGreaterThanOrEqual(8)
  await first.stop()
  await retryNow()
  // What the first one left waits in jobs of their own.
  const second = startProcess(3)
  await expect.poll(() => second.begun.length).toBeGreaterThanOrEqual(8)
  await second.stop()
  await retryNow()
  const third = startProcess(64)
  await expect.poll(() => third.accepted.length).toBe(58)
  await third.stop()
  expect(new Set([first, second, third].flatMap(({ accepted }) => accepted)).size).toBe(64)
})
