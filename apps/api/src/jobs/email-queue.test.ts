import type { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import type { EmailMessage } from '#api/modules/notifications/mailer.port.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { createJobStore } from './create-job-store.ts'
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

async function notify(topic: 'account.approved' | 'password.changed', accountId: string, count = 1) {
  const events = Array.from({ length: count }, () => ({ topic, subject: accountId, payload: { accountId } }))
  await inTransaction(app.db, (tx) => recordEvents(tx, events))
  await app.deps.outbox.drain()
}

test('an email about security is sent while all others wait for a slow mail server', async () => {
  const { accountId, received } = await addRecipient()
  const slow = Promise.withResolvers<void>()
  mailServer = ({ subject }) => (/password/i.test(subject) ? Promise.resolve() : slow.promise)
  await notify('account.approved', accountId, 80)
  await expect.poll(() => running).toBe(32)
  await notify('password.changed', accountId)
  await expect
    .poll(() => received().map(({ subject }) => subject))
    .toEqual([expect.stringMatching(/password/i)])
  slow.resolve()
  await expect.poll(() => received().length).toBe(81)
  expect(most).toBeLessThanOrEqual(40)
})

test('an email that fails holds up no other of its batch, and none is sent twice', async () => {
  const { accountId, received } = await addRecipient()
  let failures = 0
  mailServer = () => {
    failures += 1
    return failures === 1 ? Promise.reject(new Error('the mail server is busy')) : Promise.resolve()
  }
  await notify('account.approved', accountId, 10)
  await expect.poll(() => received().length).toBe(9)
  expect(new Set(received().map(({ id }) => id)).size).toBe(9)
})
