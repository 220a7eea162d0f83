import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { passwordsRoutes } from '@terrace/contracts/passwords'
import { teamsRoutes } from '@terrace/contracts/teams'
import { verifyEmailRoutes } from '@terrace/contracts/verify-email'
import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import type { Deps } from '#api/deps.ts'
import type { EmailMessage } from '#api/modules/notifications/mailer.port.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'
import { addAccount, addTeam } from '#api/test/fixtures/factories.ts'
import { createOutboxEmails } from './outbox-emails.ts'
import { createJobStore } from '#api/jobs/create-job-store.ts'

const link = 'http://localhost:4000/reset-password'

let app: TestApp
let boss: PgBoss
let folder: string
const sent: EmailMessage[] = []
/** Errors of the mail server for the next emails. */
const sendErrors: Error[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'terrace-mail-'))
  app = await buildTestApp({
    config: {
      tradeOrigins: ['http://localhost:4000'],
      mail: { smtpUrl: undefined, from: 'Terrace <post@terrace.example>', folder },
    },
  })
  const { mailer } = app.deps
  const deps: Deps = {
    ...app.deps,
    mailer: {
      ...mailer,
      async send(message) {
        const sendError = sendErrors.shift()
        if (sendError) throw sendError
        const outcome = await mailer.send(message)
        sent.push(message)
        return outcome
      },
    },
  }
  boss = createJobStore({ databaseUrl: app.deps.config.databaseUrl, logger: app.deps.logger })
  await boss.start()
  await createOutboxEmails(deps, boss).start()
})
afterAll(async () => {
  await boss.stop({ graceful: true, timeout: 5000 })
  await app.close()
  await rm(folder, { recursive: true })
})

async function emailOf(accountId: string): Promise<string> {
  const { email } = await app.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return email
}

const emailsTo = (email: string) => sent.filter(({ to }) => to.address === email)

test('[API-08] a reset request sends an email with a working link, shown at /dev/mail', async () => {
  const email = await emailOf((await app.addBuyer()).accountId)
  await app.visitor.call(passwordsRoutes.forgot, { body: { email, reset_link: link } })
  await app.deps.outbox.drain()
  await expect.poll(() => emailsTo(email), { timeout: 30_000 }).toHaveLength(1)
  const list = await app.app.inject('/dev/mail')
  expect(list.body).toContain(`Jo &lt;${email}&gt;`)
  const name = `${emailsTo(email)[0]?.id}.eml`
  expect(list.body).toContain(`href="/dev/mail/${name}"`)
  const message = await app.app.inject(`/dev/mail/${name}`)
  expect(message.body).toContain('Reset your Terrace password')
  const token = new RegExp(`href="${link}/([\\w-]{43})"`).exec(message.body)?.[1] ?? ''
  const reset = await app.visitor.call(passwordsRoutes.reset, {
    body: { token, password: 'new password', password_confirmation: 'new password' },
  })
  expect(reset.ok).toBe(true)
  // The owner is notified in case someone else changed the password.
  await app.deps.outbox.drain()
  await expect
    .poll(() => emailsTo(email).map(({ subject }) => subject), { timeout: 30_000 })
    .toEqual(['Reset your Terrace password', 'Your Terrace password was changed'])
})

test('a failed email is retried with a fresh link and sent once', async () => {
  const email = await emailOf((await app.addBuyer()).accountId)
  sendErrors.push(new Error('the mail server is down'))
  await app.visitor.call(passwordsRoutes.forgot, { body: { email, reset_link: link } })
  await app.deps.outbox.drain()
  await expect.poll(() => sendErrors, { timeout: 30_000 }).toEqual([])
  const waiting = async () => {
    const { rows } = await sql<{ id: string; wait: number }>`
      select id, extract(epoch from start_after - now())::int as wait from pgboss.job
      where name = 'mail.send' and state = 'retry'`.execute(app.db)
    return rows
  }
  await expect.poll(waiting, { timeout: 30_000 }).toHaveLength(1)
  // Only the existence of a backoff matters here, not its length.
  expect((await waiting())[0]?.wait).toBeGreaterThan(5)
  await sql`update pgboss.job set start_after = now() where name = 'mail.send' and state = 'retry'`.execute(
    app.db,
  )
  await expect.poll(() => emailsTo(email), { timeout: 30_000 }).toHaveLength(1)
  expect(await waiting()).toEqual([])
})

test('an email that was given up is sent after the statement of the runbook', async () => {
  const runbook = await readFile(join(import.meta.dirname, '../../../../docs/guides/runbook.md'), 'utf8')
  const statement = /`(update pgboss\.job [^`]+)`/.exec(runbook)?.[1] ?? ''
  const email = await emailOf((await app.addBuyer()).accountId)
  sendErrors.push(new Error('the mail server is down'))
  await app.visitor.call(passwordsRoutes.forgot, { body: { email, reset_link: link } })
  await app.deps.outbox.drain()
  const giveUp = () =>
    sql`update pgboss.job set state = 'failed', completed_on = now() where name = 'mail.send' and state = 'retry'`.execute(
      app.db,
    )
  await expect.poll(async () => (await giveUp()).numAffectedRows, { timeout: 30_000 }).toBe(1n)
  // With a time of completion, the job store deletes the job.
  const { rows } = await sql.raw(`${statement} returning completed_on`).execute(app.db)
  expect(rows).toEqual([{ completed_on: null }])
  await expect.poll(() => emailsTo(email), { timeout: 30_000 }).toHaveLength(1)
})

test('an address without an account gets no email and leaves no job', async () => {
  await app.visitor.call(passwordsRoutes.forgot, {
    body: { email: 'unknown@example.test', reset_link: link },
  })
  await app.deps.outbox.drain()
  const open = async () => {
    const { rows } = await sql<{ state: string }>`
      select state from pgboss.job where name = 'mail.send' and state not in ('completed')`.execute(app.db)
    return rows
  }
  await expect.poll(open, { timeout: 30_000 }).toEqual([])
  expect(emailsTo('unknown@example.test')).toEqual([])
})

test('an approved account gets an email with a link to the login page', async () => {
  const { accountId } = await app.addBuyer()
  await inTransaction(app.db, (tx) =>
    recordEvents(tx, [{ topic: 'account.approved', subject: accountId, payload: { accountId } }]),
  )
  await app.deps.outbox.drain()
  const email = await emailOf(accountId)
  await expect.poll(() => emailsTo(email), { timeout: 30_000 }).toHaveLength(1)
  expect(emailsTo(email)[0]).toMatchObject({
    subject: 'Your Terrace account is ready',
    text: expect.stringContaining('http://localhost:4000/login'),
  })
})

test('an invitation sends an email with a working link, unless it was withdrawn', async () => {
  const owner = await app.addBuyer()
  const invite = async (email: string) => {
    const body = { email, role: 'member' as const, join_link: 'http://localhost:4000/join' }
    return (await owner.call(teamsRoutes.invite, { body })).data.data.id
  }
  await invite('guest@example.test')
  await app.deps.outbox.drain()
  await expect.poll(() => emailsTo('guest@example.test'), { timeout: 30_000 }).toHaveLength(1)
  const [message] = emailsTo('guest@example.test')
  expect(message?.subject).toMatch(/^Jo Marsh invites you to Team \d+ on Terrace$/)
  const token = /http:\/\/localhost:4000\/join\/([\w-]{43})/.exec(message?.text ?? '')?.[1] ?? ''
  const seen = await app.visitor.call(teamsRoutes.readInvitation, { body: { token } })
  expect(seen.data.data.email).toBe('guest@example.test')
  const id = await invite('unknown@example.test')
  await owner.call(teamsRoutes.withdraw, { params: { id } })
  await invite('later@example.test')
  await app.deps.outbox.drain()
  // Emails leave in order: the missing one would have come first.
  await expect.poll(() => emailsTo('later@example.test'), { timeout: 30_000 }).toHaveLength(1)
  expect(emailsTo('unknown@example.test')).toEqual([])
})

test('removing a member and leaving a team send emails', async () => {
  const owner = await app.addBuyer()
  const member = () => app.addBuyer({ teamId: owner.teamId, teamRole: 'member' })
  const [removed, left] = [await member(), await member()]
  await owner.call(teamsRoutes.remove, { params: { id: removed.accountId } })
  await left.call(teamsRoutes.leave)
  await app.deps.outbox.drain()
  const subjectsTo = async ({ accountId }: Caller) =>
    emailsTo(await emailOf(accountId)).map(({ subject }) => subject)
  await expect
    .poll(() => subjectsTo(removed), { timeout: 30_000 })
    .toEqual([expect.stringMatching(/^You have been removed from Team \d+ on Terrace$/)])
  await expect
    .poll(() => subjectsTo(left), { timeout: 30_000 })
    .toEqual([expect.stringMatching(/^You have left Team \d+ on Terrace$/)])
  expect(await subjectsTo(owner)).toEqual([])
})

test('a sign-up sends an email whose link confirms the address', async () => {
  const accountId = await addAccount(app.db, {
    teamId: await addTeam(app.db),
    status: 'pending',
    isEmailVerified: false,
  })
  await sql`insert into email_verifications (id, account_id, verify_link)
    values ('ver_1', ${accountId}, 'http://localhost:4000/verify-email')`.execute(app.db)
  await inTransaction(app.db, (tx) =>
    recordEvents(tx, [
      { topic: 'email_verification.requested', subject: accountId, payload: { verificationId: 'ver_1' } },
    ]),
  )
  await app.deps.outbox.drain()
  const email = await emailOf(accountId)
  await expect.poll(() => emailsTo(email), { timeout: 30_000 }).toHaveLength(1)
  const [message] = emailsTo(email)
  expect(message?.subject).toBe('Confirm your email address for Terrace')
  const token = /http:\/\/localhost:4000\/verify-email\/([\w-]{43})/.exec(message?.text ?? '')?.[1] ?? ''
  expect((await app.visitor.call(verifyEmailRoutes.confirm, { body: { token } })).ok).toBe(true)
})

test('jobs and events contain no links', async () => {
  const email = await emailOf((await app.addBuyer()).accountId)
  await app.visitor.call(passwordsRoutes.forgot, { body: { email, reset_link: link } })
  await app.deps.outbox.drain()
  await expect.poll(() => emailsTo(email), { timeout: 30_000 }).toHaveLength(1)
  const token = new RegExp(`${link}/([\\w-]{43})`).exec(emailsTo(email)[0]?.text ?? '')?.[1] ?? 'none'
  const { rows } = await sql<{ text: string }>`
    select coalesce(string_agg(j::text, ''), '') || coalesce((select string_agg(o::text, '') from outbox o), '') as text
    from pgboss.job j`.execute(app.db)
  expect(rows[0]?.text).toContain('password_reset.requested')
  expect(rows[0]?.text).not.toContain(token)
})

test('/dev/mail is for this machine only: a public demo shows no one the emails of others', async () => {
  for (const url of ['/dev/mail', '/dev/mail/anything.eml']) {
    expect((await app.app.inject({ url, remoteAddress: '203.0.113.9' })).statusCode).toBe(404)
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    expect((await app.app.inject({ url, headers })).statusCode).toBe(404)
  }
})

test('/dev/mail serves only emails of its folder', async () => {
  for (const name of ['..%2F..%2Fetc%2Fpasswd', 'nothing.eml', '%2Fetc%2Fpasswd']) {
    const response = await app.app.inject(`/dev/mail/${name}`)
    expect([302, 404]).toContain(response.statusCode)
    expect(response.body).not.toContain('root:')
  }
})
