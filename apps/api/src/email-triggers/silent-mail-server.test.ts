import type { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import { createJobStore } from '#api/jobs/create-job-store.ts'
import { createSmtpMailer } from '#api/modules/notifications/adapters/smtp.ts'
import type { EmailMessage, Mailer } from '#api/modules/notifications/mailer.port.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { catchMail, type MailCatcher } from '#api/test/fakes/catch-mail.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { createOutboxEmails } from './outbox-emails.ts'

/** A mail server that accepts connections and stays silent holds up one process only. */

const config = { tradeOrigins: ['http://localhost:4000'] }
const hour = 3_600_000
const sent: EmailMessage[] = []
let [first, second]: [TestApp | undefined, TestApp | undefined] = [undefined, undefined]
let catcher: MailCatcher
let boss: PgBoss
const cleanups: (() => Promise<unknown> | void)[] = []

async function startEmails(app: TestApp, mailer: Mailer): Promise<PgBoss> {
  boss = createJobStore({ databaseUrl: app.deps.config.databaseUrl, logger: app.deps.logger })
  await boss.start()
  const emails = createOutboxEmails({ ...app.deps, mailer }, boss)
  await emails.start()
  const store = boss
  cleanups.unshift(async () => {
    emails.stop()
    await store.stop({ graceful: true, timeout: 5000 })
  })
  return store
}

beforeAll(async () => {
  catcher = await catchMail()
  first = await buildTestApp({ config })
  second = await buildTestApp({ config, databaseUrl: first.deps.config.databaseUrl })
  cleanups.push(
    () => second?.close(),
    () => first?.close(),
  )
})
afterAll(async () => {
  await catcher.close()
  for (const cleanup of cleanups) await cleanup()
})

async function notify(topic: 'account.approved' | 'password.changed', count = 1): Promise<string> {
  if (!first) throw new Error('the app has not started')
  const { accountId } = await first.addBuyer()
  const events = Array.from({ length: count }, () => ({ topic, subject: accountId, payload: { accountId } }))
  await inTransaction(first.db, (tx) => recordEvents(tx, events))
  await first.deps.outbox.drain()
  const { email } = await first.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return email
}

const receivedBy = (email: string) => sent.filter(({ to }) => to.address === email).length

test('another process sends emails about security and all others meanwhile', async () => {
  if (!first || !second) throw new Error('the apps have not started')
  catcher.silence(100)
  const timeouts = { connectionTimeout: hour, greetingTimeout: hour, socketTimeout: hour }
  await startEmails(
    first,
    createSmtpMailer({ url: catcher.url, from: 'Terrace <post@terrace.example>', timeouts }),
  )
  // Occupies everything that sends in the first process.
  await notify('account.approved', 200)
  await expect.poll(() => catcher.silent()).toBe(5)
  await notify('password.changed')
  await expect.poll(() => catcher.silent()).toBe(6)
  await notify('password.changed')
  await expect.poll(() => catcher.silent()).toBe(7)

  await startEmails(second, {
    async send(message) {
      sent.push(message)
      return { status: 'sent' }
    },
    close: () => undefined,
  })
  const urgent = await notify('password.changed')
  const other = await notify('account.approved', 40)
  await expect.poll(() => receivedBy(urgent)).toBe(1)
  await expect.poll(() => receivedBy(other)).toBe(40)
  expect(catcher.silent()).toBe(7)
})
