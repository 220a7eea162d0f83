import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import type { EmailMessage } from '#api/modules/notifications/mailer.port.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { createJobStore } from '#api/jobs/create-job-store.ts'
import { createOutboxEmails } from './outbox-emails.ts'

let app: TestApp
let boss: PgBoss
const sent: EmailMessage[] = []
let [running, most] = [0, 0]
/** Emails wait for it before they are sent. */
let mailServer: (message: EmailMessage) => Promise<unknown> = () => Promise.resolve()

beforeAll(async () => {
  app = await buildTestApp({ config: { tradeOrigins: ['http://localhost:4000'] } })
  const mailer = {
    ...app.deps.mailer,
    async send(message: EmailMessage) {
      running += 1
      most = Math.max(most, running)
      try {
        await mailServer(message)
      } finally {
        running -= 1
      }
      sent.push(message)
      return { status: 'sent' as const }
    },
  }
  boss = createJobStore({ databaseUrl: app.deps.config.databaseUrl, logger: app.deps.logger })
  await boss.start()
  await createOutboxEmails({ ...app.deps, mailer }, boss).start()
})
afterAll(async () => {
  await boss.stop({ graceful: true, timeout: 5000 })
  await app.close()
})

/** Adds an account and returns a view of the emails that it has received. */
async function addRecipient() {
  const { accountId } = await app.addBuyer()
  const { email } = await app.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { accountId, received: () => sent.filter(({ to }) => to.address === email) }
}

async function notify(
  topic: 'account.approved' | 'password.changed',
  accountId: string,
  { count = 1, orderIds = [] }: { count?: number; orderIds?: readonly string[] } = {},
) {
  const events = Array.from({ length: count }, (_, index) => {
    const orderId = orderIds[index]
    return { topic, subject: accountId, payload: { accountId, ...(orderId !== undefined && { orderId }) } }
  })
  await inTransaction(app.db, (tx) => recordEvents(tx, events))
  await app.deps.outbox.drain()
}

test('an email about security is sent while all others wait for a slow mail server', async () => {
  const { accountId, received } = await addRecipient()
  const slow = Promise.withResolvers<void>()
  mailServer = ({ subject }) => (/password/i.test(subject) ? Promise.resolve() : slow.promise)
  await notify('account.approved', accountId, { count: 200 })
  await expect.poll(() => running).toBe(5)
  await notify('password.changed', accountId)
  await expect
    .poll(() => received().map(({ subject }) => subject))
    .toEqual([expect.stringMatching(/password/i)])
  slow.resolve()
  await expect.poll(() => received().length).toBe(201)
  expect(most).toBe(6)
})

test('an email that fails holds up no other of its batch, and only it is sent again', async () => {
  const { accountId, received } = await addRecipient()
  const attempted: string[] = []
  mailServer = ({ id }) => {
    attempted.push(id)
    return attempted.length === 1 ? Promise.reject(new Error('the mail server is busy')) : Promise.resolve()
  }
  await notify('account.approved', accountId, { count: 10 })
  await expect.poll(() => received().length).toBe(9)
  const waiting = async () => {
    const { rows } = await sql<{ wait: number }>`
      select extract(epoch from start_after - now())::int as wait from pgboss.job
      where name like 'mail.%' and state < 'completed'`.execute(app.db)
    return rows.map(({ wait }) => wait)
  }
  await expect.poll(waiting).toEqual([expect.toSatisfy((wait: number) => wait > 5)])
  await sql`update pgboss.job set start_after = now() where name = 'mail.send'`.execute(app.db)
  await expect.poll(() => received().length).toBe(10)
  await expect.poll(waiting).toEqual([])
  expect(new Set(received().map(({ id }) => id)).size).toBe(10)
  expect(attempted).toHaveLength(11)
  // The recipient's server drops the email if it had accepted it.
  expect(attempted.at(-1)).toBe(attempted[0])
})

test('emails to sellers follow a cursor of their own, so a process that does not know them cannot skip them', async () => {
  const operator = await app.addBuyer({ role: 'operator' })
  mailServer = () => Promise.resolve()
  const { email } = await app.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', operator.accountId)
    .executeTakeFirstOrThrow()
  const { teamId } = operator
  await inTransaction(app.db, async (tx) => {
    await recordEvents(tx, [{ topic: 'seller.change_submitted', subject: teamId, payload: { teamId } }])
    await sql`
      update outbox_cursors set xid = pg_current_xact_id(), id = ${Number.MAX_SAFE_INTEGER}
      where subscriber = 'emails'`.execute(tx)
  })
  await app.deps.outbox.drain()
  await expect.poll(() => sent.filter(({ to }) => to.address === email).length).toBe(1)
})

test('emails of one moment share a job', async () => {
  const { accountId, received } = await addRecipient()
  mailServer = () => Promise.resolve()
  const jobs = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pgboss.job where name like 'mail.%'`.execute(app.db)
    return rows[0]?.count ?? 0
  }
  const before = await jobs()
  await notify('account.approved', accountId, { count: 33 })
  await expect.poll(() => received().length).toBe(33)
  expect((await jobs()) - before).toBe(2)
})

test('emails about one order leave one after another, also from two jobs', async () => {
  const { accountId, received } = await addRecipient()
  const orderId = `ord_of_${accountId}`
  const [slow, firstOfOrder] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
  const begun: string[] = []
  mailServer = async ({ id }) => {
    begun.push(id)
    if (id.endsWith(`-${await firstOfOrder.promise}`)) await slow.promise
  }
  const orderIds = Array.from({ length: 64 }, (_, index) => (index % 32 === 0 ? orderId : `ord_${index}`))
  await notify('account.approved', accountId, { count: 64, orderIds })
  const { rows } = await sql<{ id: string }>`
    select id::text from outbox where payload ->> 'orderId' = ${orderId} order by outbox.id`.execute(app.db)
  const [first, second] = rows.map(({ id }) => id)
  firstOfOrder.resolve(String(first))
  await expect.poll(() => received().length).toBe(62)
  expect(begun).toHaveLength(63)
  slow.resolve()
  await expect.poll(() => received().length).toBe(64)
  const lastTwo = received().slice(-2)
  expect(lastTwo.map(({ id }) => id.split('-').at(-1))).toEqual([first, second])
})
