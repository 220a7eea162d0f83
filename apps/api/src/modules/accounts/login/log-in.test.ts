import { accountsRoutes } from '@terrace/contracts/accounts'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { completeLogin } from '#api/test/fixtures/complete-login.ts'
import { addAccount, addTeam } from '#api/test/fixtures/factories.ts'
import { hashPassword } from '../passwords/password-hash.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
  const passwordHash = await hashPassword('terrace-demo')
  const teamId = await addTeam(app.db, { name: 'Northgate Tickets' })
  await addAccount(app.db, { teamId, username: 'Marsh', passwordHash })
  await addAccount(app.db, { teamId, username: 'waiting', passwordHash, status: 'pending' })
  await addAccount(app.db, { teamId, username: 'locked-out', passwordHash })
  await addAccount(app.db, { teamId, username: 'stormed', passwordHash })
})
afterAll(() => app.close())

function logIn(username: string, password: string) {
  return app.visitor.call(accountsRoutes.logIn, { body: { username, password } })
}

test('[API-06] login ignores the username’s case and returns a token and the user', async () => {
  const { data } = await logIn('marsh', 'terrace-demo')
  expect(data.data).toMatchObject({
    status: true,
    username: 'Marsh',
    '{product}_user': true,
    team_data: { name: 'Northgate Tickets' },
    order_count: 0,
    quote_count: 0,
  })
  const info = await app.app.inject({
    url: '/api/settings/trade/info',
    headers: { authorization: `Bearer ${completeLogin(data).token}` },
  })
  expect(info.statusCode).toBe(200)
  expect(info.json().data).toMatchObject({ username: 'Marsh', trade_user: true })
})

test('[X-LOGIN-01] a wrong password and an unknown username get the same 422 with errors.title', async () => {
  const wrong = await logIn('marsh', 'not it')
  const unknown = await logIn('unknown-user', 'not it')
  expect(wrong.status).toBe(422)
  expect(unknown.status).toBe(422)
  expect(wrong.error.errors).toEqual({ title: 'The username or password is incorrect' })
  expect(unknown.error.errors).toEqual(wrong.error.errors)
})

test('the pending status is shown only with the right password', async () => {
  expect((await logIn('waiting', 'not it')).error.code).toBe('account.login_failed')
  const rejected = await logIn('waiting', 'terrace-demo')
  expect(rejected.status).toBe(422)
  expect(rejected.error.code).toBe('account.pending')
})

test('[X-LOGIN-02] after ten failures the right password is rejected too, for that username only', async () => {
  for (let attempt = 0; attempt < 10; attempt += 1) await logIn('locked-out', 'guess')
  const rejected = await logIn('locked-out', 'terrace-demo')
  expect(rejected.status).toBe(429)
  expect(rejected.error.code).toBe('account.too_many_attempts')
  expect((await logIn('marsh', 'terrace-demo')).ok).toBe(true)
})

test('[X-LOGIN-02] thirty concurrent guesses get no more tries than ten sequential ones', async () => {
  const responses = await Promise.all(Array.from({ length: 30 }, () => logIn('stormed', 'guess')))
  expect(
    responses.filter((response) => response.error.code === 'account.login_failed').length,
  ).toBeLessThanOrEqual(10)
})

test('[X-API-04] every missing field is named', async () => {
  const response = await app.app.inject({ method: 'POST', url: '/api/auth/login', payload: { user: 'x' } })
  expect(response.statusCode).toBe(422)
  expect(response.json().errors.fields).toEqual({
    username: ['Username is required'],
    password: ['Password is required'],
    user: ['is not a known field'],
  })
})

test('[X-SESSION-02] logging out revokes the token immediately', async () => {
  const buyer = await app.addBuyer()
  expect((await buyer.call(workspaceRoutes.info)).ok).toBe(true)
  expect((await buyer.call(accountsRoutes.logOut)).ok).toBe(true)
  const rejected = await buyer.call(workspaceRoutes.info)
  expect(rejected.status).toBe(401)
  expect(rejected.error.code).toBe('session.missing')
})

test('[X-SESSION-01] the database stores only a hash of the token', async () => {
  const { data } = await logIn('marsh', 'terrace-demo')
  const rows = await app.db.selectFrom('sessions').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(completeLogin(data).token)
  expect(rows.length).toBeGreaterThan(0)
})

test('a session expires after thirty days without use', async () => {
  const buyer = await app.addBuyer()
  await app.db
    .updateTable('sessions')
    .set({ last_seen_at: new Date(Date.now() - 31 * 86_400_000) })
    .where('account_id', '=', buyer.accountId)
    .execute()
  expect((await buyer.call(workspaceRoutes.info)).status).toBe(401)
})

test('a session ends ninety days after its login, however recently it was used', async () => {
  const buyer = await app.addBuyer()
  const startedAt = async (days: number) => {
    const { id } = await app.db
      .updateTable('sessions')
      .set({ created_at: new Date(Date.now() - days * 86_400_000) })
      .where('account_id', '=', buyer.accountId)
      .returning('id')
      .executeTakeFirstOrThrow()
    app.deps.authenticator.dropCachedSession(id)
  }
  await startedAt(89)
  expect((await buyer.call(workspaceRoutes.info)).status).toBe(200)
  await startedAt(91)
  expect((await buyer.call(workspaceRoutes.info)).status).toBe(401)
})

test('a suspended account gets the same error as a wrong password', async () => {
  const teamId = await addTeam(app.db)
  await addAccount(app.db, {
    teamId,
    username: 'suspended',
    status: 'suspended',
    passwordHash: await hashPassword('terrace-demo'),
  })
  expect((await logIn('suspended', 'terrace-demo')).error.code).toBe('account.login_failed')
})
