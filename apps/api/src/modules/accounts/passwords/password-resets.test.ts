import { accountsRoutes } from '@terrace/contracts/accounts'
import { passwordsRoutes } from '@terrace/contracts/passwords'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { preparePasswordResetEmail } from '../account-emails.ts'
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

/** Requests a reset and returns the token from the email. */
async function tokenFor(email: string): Promise<string> {
  expect((await forgot(email)).ok).toBe(true)
  const { id } = await app.db
    .selectFrom('password_resets')
    .select('id')
    .orderBy('requested_at', 'desc')
    .executeTakeFirstOrThrow()
  const draft = await preparePasswordResetEmail(app.deps, id)
  if (!draft) throw new Error('no email is due')
  expect(draft.link.startsWith(`${link}/`)).toBe(true)
  return draft.link.slice(link.length + 1)
}

test('[API-08] [X-FORGOT-01] forgot-password responds the same for known and unknown addresses', async () => {
  const buyer = await app.addBuyer()
  const known = await forgot((await emailOf(buyer.accountId)).email)
  const unknown = await forgot('unknown@example.test')
  expect(known.data).toEqual({
    data: { status: true },
    message: 'If this address has an account, a reset link is on its way',
  })
  expect(unknown.text).toBe(known.text)
})

test('[X-FORGOT-01] a request stores the same for any address and looks up no account', async () => {
  await forgot('unknown@example.test')
  const requests = await app.db.selectFrom('password_resets').select(['email_key', 'id']).execute()
  expect(requests.map((request) => request.email_key)).toEqual(['unknown@example.test'])
  expect(await preparePasswordResetEmail(app.deps, requests[0]?.id ?? '')).toBeUndefined()
})

test('[API-09] [X-RESET-01] [X-RESET-03] a link sets the password once and ends all sessions', async () => {
  const buyer = await app.addBuyer()
  const other = await app.addBuyer()
  expect((await buyer.call(workspaceRoutes.info)).ok).toBe(true)
  const { email, username } = await emailOf(buyer.accountId)
  const token = await tokenFor(email.toUpperCase())
  expect((await reset(token)).data).toEqual({
    data: { status: true },
    message: 'Your password has been changed. Log in to continue',
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
    title: 'This link has expired or was already used. Request a new one',
  })
})

test('[X-RESET-03] ended sessions are published to other processes through the outbox', async () => {
  const buyer = await app.addBuyer()
  await reset(await tokenFor((await emailOf(buyer.accountId)).email))
  const events = await app.db
    .selectFrom('outbox')
    .select('payload')
    .where('topic', '=', 'session.revoked')
    .execute()
  expect(events.map(({ payload }) => payload['accountId'])).toContain(buyer.accountId)
})

test('[X-RESET-03] a login with the old password that races a reset opens no session', async () => {
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
  // The reset queues for the row lock first; the login has already checked the old password.
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

test('[X-RESET-02] a link expires after one hour', async () => {
  const buyer = await app.addBuyer()
  const { email } = await emailOf(buyer.accountId)
  const [late, early] = [await tokenFor(email), await tokenFor(email)]
  const shift = (token: string, by: string) =>
    sql`update password_reset_tokens set expires_at = expires_at - ${by}::interval
      where token_hash = sha256(convert_to(${token}, 'UTF8'))`.execute(app.db)
  await shift(late, '60 minutes')
  await shift(early, '59 minutes')
  expect((await reset(late)).error.code).toBe('password.link_invalid')
  expect((await reset(early)).ok).toBe(true)
})

test('[X-RESET-01] of ten concurrent uses of a link exactly one sets the password', async () => {
  const buyer = await app.addBuyer()
  const token = await tokenFor((await emailOf(buyer.accountId)).email)
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) => reset(token, `password ${index}`)),
  )
  expect(responses.filter((response) => response.ok)).toHaveLength(1)
})

test('[X-LOGIN-02] a locked-out user logs in immediately after a reset', async () => {
  const buyer = await app.addBuyer()
  const { email, username } = await emailOf(buyer.accountId)
  const logIn = (password: string) =>
    app.visitor.call(accountsRoutes.logIn, { body: { username: username.toUpperCase(), password } })
  for (let guess = 0; guess < 10; guess += 1) await logIn(`guess ${guess}`)
  expect((await logIn('guess again')).error.code).toBe('account.too_many_attempts')
  await reset(await tokenFor(email))
  expect((await logIn('new password')).ok).toBe(true)
})

test('[X-RESET-01] using one link consumes the account’s other links', async () => {
  const buyer = await app.addBuyer()
  const { email } = await emailOf(buyer.accountId)
  const [first, second] = [await tokenFor(email), await tokenFor(email)]
  expect((await reset(second)).ok).toBe(true)
  expect((await reset(first)).error.code).toBe('password.link_invalid')
})

test('a token is stored only as a hash and appears in no event', async () => {
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

test('a suspended account gets no link, and its earlier links stop working', async () => {
  const buyer = await app.addBuyer()
  const { email } = await emailOf(buyer.accountId)
  const token = await tokenFor(email)
  await app.db
    .updateTable('accounts')
    .set({ status: 'suspended' })
    .where('id', '=', buyer.accountId)
    .execute()
  expect((await reset(token)).error.code).toBe('password.link_invalid')
  await expect(tokenFor(email)).rejects.toThrow('no email is due')
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
])('a reset link other than our own reset page is rejected: %s', async (resetLink) => {
  const rejected = await forgot('unknown@example.test', resetLink)
  expect(rejected.status).toBe(422)
  expect(rejected.error.errors['fields']).toEqual({ reset_link: ['must be a page on this site'] })
})

test('if trade sites are configured, reset links may only point to them', async () => {
  const strict = await buildTestApp({ config: { tradeOrigins: ['https://desk.example'] } })
  const requestReset = (origin: string) =>
    strict.visitor.call(passwordsRoutes.forgot, {
      body: { email: 'unknown@example.test', reset_link: `${origin}/reset-password` },
    })
  expect((await requestReset('https://desk.example')).ok).toBe(true)
  expect((await requestReset('http://localhost:4000')).status).toBe(422)
  await strict.close()
})

test('[X-LOGIN-02] reset requests are limited per account and IP address, and the error says when to retry', async () => {
  for (let count = 0; count < 5; count += 1) expect((await forgot('many@example.test')).ok).toBe(true)
  const rejected = await app.app.inject({
    method: 'POST',
    url: '/api/auth/forgot-password',
    payload: { email: 'Many@example.test', reset_link: link },
  })
  expect(rejected.statusCode).toBe(429)
  expect(rejected.json().errors.title).toBe('Too many requests. Wait 15 minutes and try again')
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(800)
  expect((await forgot('another@example.test')).ok).toBe(true)
  for (let count = 0; count < 24; count += 1) await forgot(`other${count}@example.test`)
  expect((await forgot('one-more@example.test')).status).toBe(429)
})

test('[X-LOGIN-02] requests from many IP addresses send at most ten emails an hour and lock no one out', async () => {
  const requestReset = (remoteAddress: string) =>
    app.app.inject({
      method: 'POST',
      url: '/api/auth/forgot-password',
      payload: { email: 'victim@example.test', reset_link: link },
      remoteAddress,
    })
  for (let count = 1; count <= 12; count += 1)
    expect((await requestReset(`203.0.113.${count}`)).statusCode).toBe(200)
  const requests = await app.db.selectFrom('password_resets').select('id').execute()
  expect(requests).toHaveLength(10)
})

test('[X-LOGIN-02] invalid tokens are limited per IP address', async () => {
  for (let count = 0; count < 20; count += 1) expect((await reset(`guess${count}`)).status).toBe(422)
  const rejected = await reset('guess')
  expect(rejected.status).toBe(429)
  expect(rejected.error.code).toBe('password.too_many_requests')
})
