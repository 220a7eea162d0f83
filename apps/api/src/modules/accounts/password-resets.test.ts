import { accountsRoutes } from '@terrace/contracts/accounts'
import { passwordsRoutes } from '@terrace/contracts/passwords'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { draftPasswordReset } from './draft-letters.ts'
import { hashPassword } from './password-hash.ts'

const link = 'http://localhost:4000/reset-password'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())
beforeEach(() =>
  sql`truncate password_resets, password_reset_failures, login_failures cascade`.execute(app.db),
)

const forgot = (email: string, resetLink = link) =>
  app.visitor.call(passwordsRoutes.forgot, { body: { email, reset_link: resetLink } })
const reset = (token: string, password = 'new password') =>
  app.visitor.call(passwordsRoutes.reset, {
    body: { token, password, password_confirmation: password },
  })

async function emailOf(accountId: string): Promise<{ email: string; username: string }> {
  return app.db
    .selectFrom('accounts')
    .select(['email', 'username'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
}

/** Asks for a link and reads the token that the letter would carry. */
async function tokenFor(email: string): Promise<string> {
  expect((await forgot(email)).ok).toBe(true)
  const { id } = await app.db
    .selectFrom('password_resets')
    .select('id')
    .orderBy('requested_at', 'desc')
    .executeTakeFirstOrThrow()
  const draft = await draftPasswordReset(app.deps, id)
  if (!draft) throw new Error('nobody gets this letter')
  expect(draft.link.startsWith(`${link}/`)).toBe(true)
  return draft.link.slice(link.length + 1)
}

test('[API-08] [X-FORGOT-01] forgot-password answers data.status and message, the same for a known and an unknown address', async () => {
  const buyer = await app.addBuyer()
  const known = await forgot((await emailOf(buyer.accountId)).email)
  const unknown = await forgot('nobody@example.test')
  expect(known.data).toEqual({
    data: { status: true },
    message: 'If this address has an account, a reset link is on its way',
  })
  expect(unknown.text).toBe(known.text)
})

test('[X-FORGOT-01] what is written down before the answer is the same too: nothing looks for the account', async () => {
  await forgot('nobody@example.test')
  const requests = await app.db.selectFrom('password_resets').select(['email_key', 'id']).execute()
  expect(requests.map((request) => request.email_key)).toEqual(['nobody@example.test'])
  expect(await draftPasswordReset(app.deps, requests[0]?.id ?? '')).toBeUndefined()
})

test('[API-09] [X-RESET-01] [X-RESET-03] a link sets the password once and ends all sessions of the account at once', async () => {
  const buyer = await app.addBuyer()
  const other = await app.addBuyer()
  expect((await buyer.call(workspaceRoutes.info)).ok).toBe(true)
  const { email, username } = await emailOf(buyer.accountId)
  const token = await tokenFor(email.toUpperCase())
  expect((await reset(token)).data).toEqual({
    data: { status: true },
    message: 'Your password has been changed. Please log in',
  })
  expect((await buyer.call(workspaceRoutes.info)).status).toBe(401)
  expect((await other.call(workspaceRoutes.info)).ok).toBe(true)
  const login = await app.visitor.call(accountsRoutes.logIn, {
    body: { username, password: 'new password' },
  })
  expect(login.data.data.status).toBe(true)
  const again = await reset(token, 'another password')
  expect(again.status).toBe(422)
  expect(again.error.errors).toEqual({
    title: 'This link has been used or is too old. Please ask for a new one',
  })
})

test('[X-RESET-03] another process hears of the ended sessions through the outbox', async () => {
  const buyer = await app.addBuyer()
  await reset(await tokenFor((await emailOf(buyer.accountId)).email))
  const events = await app.db
    .selectFrom('outbox')
    .select('payload')
    .where('topic', '=', 'session.revoked')
    .execute()
  expect(events.map(({ payload }) => payload['accountId'])).toContain(buyer.accountId)
})

test('[X-RESET-03] a login by the old password that a reset overtakes opens no session', async () => {
  const { accountId } = await app.addBuyer()
  const { email, username } = await emailOf(accountId)
  const oldHash = await hashPassword('old password')
  await app.db.updateTable('accounts').set({ password_hash: oldHash }).where('id', '=', accountId).execute()
  const token = await tokenFor(email)
  const account = await app.db.startTransaction().execute()
  await sql`select 1 from accounts where id = ${accountId} for update`.execute(account)
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
    return rows[0]?.count
  }
  // The reset waits for the row first, so that it has it before the login, which has judged the old password by then.
  const resetting = reset(token)
  await expect.poll(waiting, { timeout: 30_000 }).toBe(1)
  const login = app.visitor.call(accountsRoutes.logIn, { body: { username, password: 'old password' } })
  await expect.poll(waiting, { timeout: 30_000 }).toBe(2)
  await account.commit().execute()
  expect((await resetting).ok).toBe(true)
  expect((await login).error.code).toBe('account.login_failed')
  const live = await app.db
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute()
  expect(live).toEqual([])
})

test('[X-RESET-02] a link lapses after one hour', async () => {
  const buyer = await app.addBuyer()
  const { email } = await emailOf(buyer.accountId)
  const [late, early] = [await tokenFor(email), await tokenFor(email)]
  const shift = (token: string, by: string) =>
    sql`update password_reset_tokens set expires_at = expires_at - ${by}::interval
      where token_hash = sha256(convert_to(${token}, 'UTF8'))`.execute(app.db)
  await shift(late, '60 minutes')
  await shift(early, '59 minutes')
  expect((await reset(late)).error.code).toBe('password.link_spent')
  expect((await reset(early)).ok).toBe(true)
})

test('[X-RESET-01] of ten people with one link exactly one sets the password', async () => {
  const buyer = await app.addBuyer()
  const token = await tokenFor((await emailOf(buyer.accountId)).email)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => reset(token, `password ${index}`)),
  )
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
})

test('[X-LOGIN-02] who was shut out for guessing at a forgotten password logs in at once with the new one', async () => {
  const buyer = await app.addBuyer()
  const { email, username } = await emailOf(buyer.accountId)
  const logIn = (password: string) =>
    app.visitor.call(accountsRoutes.logIn, { body: { username: username.toUpperCase(), password } })
  for (let guess = 0; guess < 10; guess += 1) await logIn(`guess ${guess}`)
  expect((await logIn('guess again')).error.code).toBe('account.too_many_attempts')
  await reset(await tokenFor(email))
  expect((await logIn('new password')).ok).toBe(true)
})

test('[X-RESET-01] using one link ends the others of the account', async () => {
  const buyer = await app.addBuyer()
  const { email } = await emailOf(buyer.accountId)
  const [first, second] = [await tokenFor(email), await tokenFor(email)]
  expect((await reset(second)).ok).toBe(true)
  expect((await reset(first)).error.code).toBe('password.link_spent')
})

test('a token is stored only as its hash, and stands in no event', async () => {
  const buyer = await app.addBuyer()
  const token = await tokenFor((await emailOf(buyer.accountId)).email)
  expect(token).toMatch(/^[\w-]{43}$/)
  const rows = await Promise.all([
    app.db.selectFrom('password_reset_tokens').selectAll().execute(),
    app.db.selectFrom('password_resets').selectAll().execute(),
    app.db.selectFrom('outbox').selectAll().execute(),
  ])
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('a suspended account gets no link, and one given before is of no use', async () => {
  const buyer = await app.addBuyer()
  const { email } = await emailOf(buyer.accountId)
  const token = await tokenFor(email)
  await app.db
    .updateTable('accounts')
    .set({ status: 'suspended' })
    .where('id', '=', buyer.accountId)
    .execute()
  expect((await reset(token)).error.code).toBe('password.link_spent')
  await expect(tokenFor(email)).rejects.toThrow('nobody gets this letter')
})

test.each([
  'https://evil.example/reset-password',
  'http://localhost:4000/elsewhere',
  'http://localhost:4000/reset-password/',
  'http://localhost:4000/reset-password?next=//evil.example',
  'http://localhost:4000/reset-password#x',
  'http://user@localhost:4000/reset-password',
  'http://localhost.evil.example/reset-password',
  'javascript://localhost/reset-password',
  '//evil.example/reset-password',
  'reset-password',
  '',
])('a letter leads to our own reset page and nowhere else: %s', async (resetLink) => {
  const refused = await forgot('nobody@example.test', resetLink)
  expect(refused.status).toBe(422)
  expect(refused.error.errors['fields']).toEqual({ reset_link: ['must be a page of this site'] })
})

test('where trade sites are configured only they are led to', async () => {
  const strict = await buildTestApp({ config: { tradeOrigins: ['https://desk.example'] } })
  const ask = (origin: string) =>
    strict.visitor.call(passwordsRoutes.forgot, {
      body: { email: 'nobody@example.test', reset_link: `${origin}/reset-password` },
    })
  expect((await ask('https://desk.example')).ok).toBe(true)
  expect((await ask('http://localhost:4000')).status).toBe(422)
  await strict.close()
})

test('[X-LOGIN-02] requests for a link are limited per account and address, and the refusal says when to try again', async () => {
  for (let count = 0; count < 5; count += 1) expect((await forgot('many@example.test')).ok).toBe(true)
  const refused = await app.app.inject({
    method: 'POST',
    url: '/api/auth/forgot-password',
    payload: { email: 'Many@example.test', reset_link: link },
  })
  expect(refused.statusCode).toBe(429)
  expect(refused.json().errors.title).toBe('Too many requests. Please wait 15 minutes and try again')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
  expect((await forgot('another@example.test')).ok).toBe(true)
  for (let count = 0; count < 24; count += 1) await forgot(`other${count}@example.test`)
  expect((await forgot('one-more@example.test')).status).toBe(429)
})

test('[X-LOGIN-02] requests from many addresses send no more than ten letters an hour, and shut nobody out', async () => {
  const ask = (remoteAddress: string) =>
    app.app.inject({
      method: 'POST',
      url: '/api/auth/forgot-password',
      payload: { email: 'victim@example.test', reset_link: link },
      remoteAddress,
    })
  for (let count = 1; count <= 12; count += 1) expect((await ask(`203.0.113.${count}`)).statusCode).toBe(200)
  const requests = await app.db.selectFrom('password_resets').select('id').execute()
  expect(requests).toHaveLength(10)
})

test('[X-LOGIN-02] tokens that lead nowhere are limited per address', async () => {
  for (let count = 0; count < 20; count += 1) expect((await reset(`guess${count}`)).status).toBe(422)
  const refused = await reset('guess')
  expect(refused.status).toBe(429)
  expect(refused.error.code).toBe('password.too_many_requests')
})
