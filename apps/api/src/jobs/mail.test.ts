import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { passwordsRoutes } from '@terrace/contracts/passwords'
import { teamsRoutes } from '@terrace/contracts/teams'
import { verifyEmailRoutes } from '@terrace/contracts/verify-email'
import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import type { Letter } from '../modules/notifications/mailer.port.ts'
import { recordEvents } from '../outbox/outbox.repo.ts'
import { buildTestApp, type Caller, type TestApp } from '../test/build-test-app.ts'
import { addAccount, addTeam } from '../test/factories.ts'
import { createMail } from './mail.ts'
import { openJobs } from './open-jobs.ts'

const link = 'http://localhost:4000/reset-password'

let app: TestApp
let boss: PgBoss
let folder: string
const sent: Letter[] = []
/** What the mail server does with the next letters before it takes one. */
const troubles: Error[] = []

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
      async send(letter) {
        const trouble = troubles.shift()
        if (trouble) throw trouble
        const outcome = await mailer.send(letter)
        sent.push(letter)
        return outcome
      },
    },
  }
  boss = openJobs({ databaseUrl: app.deps.config.databaseUrl, logger: app.deps.logger })
  await boss.start()
  await createMail(deps, boss).start()
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

const lettersTo = (email: string) => sent.filter(({ to }) => to.address === email)

test('[API-08] a request becomes a letter in the mail folder, shown at /dev/mail, with a link that works', async () => {
  const email = await emailOf((await app.addBuyer()).accountId)
  await app.visitor.call(passwordsRoutes.forgot, { body: { email, reset_link: link } })
  await app.deps.outbox.drain()
  await expect.poll(() => lettersTo(email), { timeout: 30_000 }).toHaveLength(1)
  const list = await app.app.inject('/dev/mail')
  expect(list.body).toContain(`Jo &lt;${email}&gt;`)
  const name = `${lettersTo(email)[0]?.id}.eml`
  expect(list.body).toContain(`href="/dev/mail/${name}"`)
  const letter = await app.app.inject(`/dev/mail/${name}`)
  expect(letter.body).toContain('Reset your Terrace password')
  const token = new RegExp(`href="${link}/([\\w-]{43})"`).exec(letter.body)?.[1] ?? ''
  const reset = await app.visitor.call(passwordsRoutes.reset, {
    body: { token, password: 'new password', password_confirmation: 'new password' },
  })
  expect(reset.ok).toBe(true)
  // Whoever owns the account hears of it, should it have been somebody else.
  await app.deps.outbox.drain()
  await expect
    .poll(() => lettersTo(email).map(({ subject }) => subject), { timeout: 30_000 })
    .toEqual(['Reset your Terrace password', 'Your Terrace password has been changed'])
})

test('a letter that could not be sent is tried again, with a link of its own, and sent once', async () => {
  const email = await emailOf((await app.addBuyer()).accountId)
  troubles.push(new Error('the mail server is away'))
  await app.visitor.call(passwordsRoutes.forgot, { body: { email, reset_link: link } })
  await app.deps.outbox.drain()
  await expect.poll(() => troubles, { timeout: 30_000 }).toEqual([])
  const waiting = async () => {
    const { rows } = await sql<{ id: string; wait: number }>`
      select id, extract(epoch from start_after - now())::int as wait from pgboss.job
      where name = 'mail.send' and state = 'retry'`.execute(app.db)
    return rows
  }
  await expect.poll(waiting, { timeout: 30_000 }).toHaveLength(1)
  // Nobody waits here for what the backoff says, only that it says something.
  expect((await waiting())[0]?.wait).toBeGreaterThan(5)
  await sql`update pgboss.job set start_after = now() where name = 'mail.send' and state = 'retry'`.execute(
    app.db,
  )
  await expect.poll(() => lettersTo(email), { timeout: 30_000 }).toHaveLength(1)
  expect(await waiting()).toEqual([])
})

test('an address without an account gets no letter, and no job is left behind', async () => {
  await app.visitor.call(passwordsRoutes.forgot, {
    body: { email: 'nobody@example.test', reset_link: link },
  })
  await app.deps.outbox.drain()
  const open = async () => {
    const { rows } = await sql<{ state: string }>`
      select state from pgboss.job where name = 'mail.send' and state not in ('completed')`.execute(app.db)
    return rows
  }
  await expect.poll(open, { timeout: 30_000 }).toEqual([])
  expect(lettersTo('nobody@example.test')).toEqual([])
})

test('whoever is approved is told, with the way to the login of the trade site', async () => {
  const { accountId } = await app.addBuyer()
  await inTransaction(app.db, (tx) =>
    recordEvents(tx, [{ topic: 'account.approved', subject: accountId, payload: { accountId } }]),
  )
  await app.deps.outbox.drain()
  const email = await emailOf(accountId)
  await expect.poll(() => lettersTo(email), { timeout: 30_000 }).toHaveLength(1)
  expect(lettersTo(email)[0]).toMatchObject({
    subject: 'Your Terrace account is open',
    text: expect.stringContaining('http://localhost:4000/login'),
  })
})

test('whoever is invited gets a letter whose link works, and none once the invitation is withdrawn', async () => {
  const owner = await app.addBuyer()
  const invite = async (email: string) => {
    const body = { email, role: 'member' as const, join_link: 'http://localhost:4000/join' }
    return (await owner.call(teamsRoutes.invite, { body })).data.data.id
  }
  await invite('guest@example.test')
  await app.deps.outbox.drain()
  await expect.poll(() => lettersTo('guest@example.test'), { timeout: 30_000 }).toHaveLength(1)
  const [letter] = lettersTo('guest@example.test')
  expect(letter?.subject).toMatch(/^Jo Marsh invites you to Team \d+ on Terrace$/)
  const token = /http:\/\/localhost:4000\/join\/([\w-]{43})/.exec(letter?.text ?? '')?.[1] ?? ''
  const seen = await app.visitor.call(teamsRoutes.look, { body: { token } })
  expect(seen.data.data.email).toBe('guest@example.test')
  const id = await invite('nobody@example.test')
  await owner.call(teamsRoutes.withdraw, { params: { id } })
  await invite('later@example.test')
  await app.deps.outbox.drain()
  // Letters leave in their order: the one that is not written would have come before.
  await expect.poll(() => lettersTo('later@example.test'), { timeout: 30_000 }).toHaveLength(1)
  expect(lettersTo('nobody@example.test')).toEqual([])
})

test('who is removed from a team is told by mail, and so is who has left it', async () => {
  const owner = await app.addBuyer()
  const member = () => app.addBuyer({ teamId: owner.teamId, teamRole: 'member' })
  const [removed, left] = [await member(), await member()]
  await owner.call(teamsRoutes.remove, { params: { id: removed.accountId } })
  await left.call(teamsRoutes.leave)
  await app.deps.outbox.drain()
  const subjectsTo = async ({ accountId }: Caller) =>
    lettersTo(await emailOf(accountId)).map(({ subject }) => subject)
  await expect
    .poll(() => subjectsTo(removed), { timeout: 30_000 })
    .toEqual([expect.stringMatching(/^You have been removed from Team \d+ on Terrace$/)])
  await expect
    .poll(() => subjectsTo(left), { timeout: 30_000 })
    .toEqual([expect.stringMatching(/^You have left Team \d+ on Terrace$/)])
  expect(await subjectsTo(owner)).toEqual([])
})

test('whoever has signed up gets a letter whose link confirms the address', async () => {
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
  await expect.poll(() => lettersTo(email), { timeout: 30_000 }).toHaveLength(1)
  const [letter] = lettersTo(email)
  expect(letter?.subject).toBe('Confirm your email address for Terrace')
  const token = /http:\/\/localhost:4000\/verify-email\/([\w-]{43})/.exec(letter?.text ?? '')?.[1] ?? ''
  expect((await app.visitor.call(verifyEmailRoutes.confirm, { body: { token } })).ok).toBe(true)
})

test('no job and no event holds a link', async () => {
  const email = await emailOf((await app.addBuyer()).accountId)
  await app.visitor.call(passwordsRoutes.forgot, { body: { email, reset_link: link } })
  await app.deps.outbox.drain()
  await expect.poll(() => lettersTo(email), { timeout: 30_000 }).toHaveLength(1)
  const token = new RegExp(`${link}/([\\w-]{43})`).exec(lettersTo(email)[0]?.text ?? '')?.[1] ?? 'none'
  const { rows } = await sql<{ text: string }>`
    select coalesce(string_agg(j::text, ''), '') || coalesce((select string_agg(o::text, '') from outbox o), '') as text
    from pgboss.job j`.execute(app.db)
  expect(rows[0]?.text).toContain('password_reset.requested')
  expect(rows[0]?.text).not.toContain(token)
})

test('/dev/mail opens nothing but letters of its folder', async () => {
  for (const name of ['..%2F..%2Fetc%2Fpasswd', 'nothing.eml', '%2Fetc%2Fpasswd']) {
    const answer = await app.app.inject(`/dev/mail/${name}`)
    expect([302, 404]).toContain(answer.statusCode)
    expect(answer.body).not.toContain('root:')
  }
})
