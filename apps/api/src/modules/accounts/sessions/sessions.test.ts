import { accountsRoutes } from '@terrace/contracts/accounts'
import { passwordsRoutes } from '@terrace/contracts/passwords'
import { sessionsRoutes } from '@terrace/contracts/sessions'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { addAccount, addTeam } from '#api/test/fixtures/factories.ts'
import { hashPassword } from '../passwords/password-hash.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

let number = 0

/** Creates an account and logs in on every device. */
async function logInOn(devices: readonly string[]) {
  const username = `dweller${(number += 1)}`
  await addAccount(app.db, {
    teamId: await addTeam(app.db),
    username,
    passwordHash: await hashPassword('terrace-demo'),
  })
  const tokens: string[] = []
  for (const device of devices) {
    const response = await app.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username, password: 'terrace-demo' },
      headers: { 'user-agent': device },
    })
    tokens.push(response.json().data.token)
  }
  const request = (token: string, method: 'GET' | 'DELETE' | 'POST', url: string, payload?: object) =>
    app.app.inject({
      method,
      url: `/api${url}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload && { payload }),
    })
  return { username, tokens, request }
}

const path = '/settings/account/sessions'

test('a revocation that this process missed is found while the session is in use', async () => {
  const buyer = await app.addBuyer()
  const status = async () => (await buyer.call(workspaceRoutes.info)).status
  let passedMs = 0
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + passedMs)
  // A session that another test ends just now keeps the first result out of the cache.
  expect(await status()).toBe(200)
  expect(await status()).toBe(200)
  await app.db
    .updateTable('sessions')
    .set({ revoked_at: new Date() })
    .where('account_id', '=', buyer.accountId)
    .execute()
  expect(await status()).toBe(200)
  passedMs = 11_000
  // Revalidation runs in the background and does not delay current responses.
  await expect.poll(status, { timeout: 30_000 }).toBe(401)
})

test('last use of a session is written every few minutes, not on every request', async () => {
  const buyer = await app.addBuyer()
  const seenAt = async () => {
    expect((await buyer.call(workspaceRoutes.info)).status).toBe(200)
    const { id, last_seen_at } = await app.db
      .selectFrom('sessions')
      .select(['id', 'last_seen_at'])
      .where('account_id', '=', buyer.accountId)
      .executeTakeFirstOrThrow()
    // Drop the cache, so the next request looks the session up like another process would.
    app.deps.authenticator.dropCachedSession(id)
    return last_seen_at.getTime()
  }
  const first = await seenAt()
  expect(await seenAt()).toBe(first)
  const backdate = (minutes: number) =>
    app.db
      .updateTable('sessions')
      .set({ last_seen_at: new Date(first - minutes * 60_000) })
      .where('account_id', '=', buyer.accountId)
      .execute()
  await backdate(4)
  expect(await seenAt()).toBe(first - 4 * 60_000)
  await backdate(6)
  expect(await seenAt()).toBeGreaterThanOrEqual(first)
})

test('the list shows the account’s live sessions, marks the current one and contains no token', async () => {
  const { tokens, request } = await logInOn(['Laptop', 'Phone'])
  await logInOn(['Stranger'])
  const { body, ...response } = await request(tokens[1] ?? '', 'GET', path)
  const { data } = sessionsRoutes.list.response.parse(response.json())
  expect(data.map((session) => [session.user_agent, session.current, session.address])).toEqual(
    expect.arrayContaining([
      ['Phone', true, '127.0.0.0/24'],
      ['Laptop', false, '127.0.0.0/24'],
    ]),
  )
  expect(data).toHaveLength(2)
  for (const token of tokens) expect(body).not.toContain(token)
})

test('[X-SESSION-02] a revoked session is rejected immediately and the others stay', async () => {
  const { tokens, request } = await logInOn(['Laptop', 'Phone'])
  const [laptop = '', phone = ''] = tokens
  expect((await request(phone, 'GET', path)).statusCode).toBe(200)
  const { data } = sessionsRoutes.list.response.parse((await request(laptop, 'GET', path)).json())
  const other = data.find(({ current }) => !current)
  expect((await request(laptop, 'DELETE', `${path}/${other?.id}`)).json()).toEqual({ data: { status: true } })
  expect((await request(phone, 'GET', path)).statusCode).toBe(401)
  expect((await request(laptop, 'GET', path)).statusCode).toBe(200)
  expect((await request(laptop, 'DELETE', `${path}/${other?.id}`)).statusCode).toBe(404)
})

test('[X-SESSION-02] a session revoked during its lookup is not cached', async () => {
  const { tokens, request } = await logInOn(['Laptop', 'Phone'])
  const [laptop = '', phone = ''] = tokens
  const pending = Array.from({ length: 20 }, () => request(phone, 'GET', path))
  await request(laptop, 'DELETE', path)
  await Promise.all(pending)
  expect((await request(phone, 'GET', path)).statusCode).toBe(401)
})

test('revoking all other sessions returns how many', async () => {
  const { tokens, request } = await logInOn(['Laptop', 'Phone', 'Office'])
  const [laptop = '', phone = '', office = ''] = tokens
  expect((await request(laptop, 'DELETE', path)).json()).toEqual({ data: { status: true, ended: 2 } })
  expect((await request(phone, 'GET', path)).statusCode).toBe(401)
  expect((await request(office, 'GET', path)).statusCode).toBe(401)
  expect((await request(laptop, 'DELETE', path)).json()).toEqual({ data: { status: true, ended: 0 } })
})

test('a session of another account cannot be revoked', async () => {
  const mine = await app.addBuyer()
  const theirs = await app.addBuyer()
  const { data } = await theirs.call(sessionsRoutes.list)
  const rejected = await mine.call(sessionsRoutes.revoke, { params: { id: data.data[0]?.id ?? '' } })
  expect(rejected.status).toBe(404)
  expect(rejected.error.code).toBe('session.not_found')
  expect((await theirs.call(workspaceRoutes.info)).ok).toBe(true)
})

test('a password change requires the current one, ends other sessions and consumes reset links', async () => {
  const { username, tokens, request } = await logInOn(['Laptop', 'Phone'])
  const [laptop = '', phone = ''] = tokens
  const body = { password: 'new password', password_confirmation: 'new password' }
  const wrong = await request(laptop, 'POST', '/settings/account/password', {
    ...body,
    current_password: 'guess',
  })
  expect(wrong.statusCode).toBe(422)
  expect(wrong.json().errors).toEqual({
    title: 'The current password is incorrect',
    fields: { current_password: ['The current password is incorrect'] },
  })
  expect((await request(phone, 'GET', path)).statusCode).toBe(200)
  const changed = await request(laptop, 'POST', '/settings/account/password', {
    ...body,
    current_password: 'terrace-demo',
  })
  expect(passwordsRoutes.change.response.parse(changed.json()).message).toBe('Your password has been changed')
  expect((await request(phone, 'GET', path)).statusCode).toBe(401)
  expect((await request(laptop, 'GET', path)).statusCode).toBe(200)
  const logIn = (password: string) => app.visitor.call(accountsRoutes.logIn, { body: { username, password } })
  expect((await logIn('terrace-demo')).status).toBe(422)
  expect((await logIn('new password')).ok).toBe(true)
})

test('[X-LOGIN-02] an open session cannot be used to guess the password without limit', async () => {
  const { tokens, request } = await logInOn(['Laptop'])
  const guess = () =>
    request(tokens[0] ?? '', 'POST', '/settings/account/password', {
      current_password: 'guess',
      password: 'new password',
      password_confirmation: 'new password',
    })
  for (let count = 0; count < 10; count += 1) expect((await guess()).statusCode).toBe(422)
  const rejected = await guess()
  expect(rejected.statusCode).toBe(429)
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
})

test('the list shows address ranges, and which sessions started in the range of this one', async () => {
  const buyer = await app.addBuyer()
  const setAddress = (address: string) =>
    app.db
      .updateTable('sessions')
      .set({ ip_address: address })
      .where('account_id', '=', buyer.accountId)
      .execute()
  const listed = async (ipAddress: string) => {
    const [session] = (await buyer.call(sessionsRoutes.list, { ipAddress })).data.data
    return [session?.address, session?.same_network]
  }
  await setAddress('203.0.113.7')
  expect(await listed('203.0.113.200')).toEqual(['203.0.113.0/24', true])
  expect(await listed('203.0.114.7')).toEqual(['203.0.113.0/24', false])
  await setAddress('2001:db8:1:2::/64')
  expect(await listed('2001:db8:1:2::9')).toEqual(['2001:db8:1:2::/64', true])
  await setAddress('')
  expect(await listed('203.0.113.7')).toEqual(['', false])
})

test('ending sessions needs reauthentication', async () => {
  const buyer = await app.addBuyer()
  const setProven = (at: Date | null) =>
    app.db
      .updateTable('sessions')
      .set({ password_proven_at: at })
      .where('account_id', '=', buyer.accountId)
      .execute()
  const { data } = await buyer.call(sessionsRoutes.list)
  const params = { id: data.data[0]?.id ?? '' }
  await setProven(null)
  expect((await buyer.call(sessionsRoutes.revokeOthers)).error.code).toBe('session.factor_required')
  expect((await buyer.call(sessionsRoutes.revoke, { params })).error.code).toBe('session.factor_required')
  await setProven(new Date())
  expect((await buyer.call(sessionsRoutes.revokeOthers)).status).toBe(200)
})
