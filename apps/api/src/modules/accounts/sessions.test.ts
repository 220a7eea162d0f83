import { accountsRoutes } from '@terrace/contracts/accounts'
import { passwordsRoutes } from '@terrace/contracts/passwords'
import { sessionsRoutes } from '@terrace/contracts/sessions'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { addAccount, addTeam } from '../../test/factories.ts'
import { hashPassword } from './password-hash.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

let number = 0

/** Somebody with a password, logged in on as many devices. */
async function logInOn(devices: readonly string[]) {
  const username = `dweller${(number += 1)}`
  await addAccount(app.db, {
    teamId: await addTeam(app.db),
    username,
    passwordHash: await hashPassword('terrace-demo'),
  })
  const tokens: string[] = []
  for (const device of devices) {
    const answer = await app.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username, password: 'terrace-demo' },
      headers: { 'user-agent': device },
    })
    tokens.push(answer.json().data.token)
  }
  const ask = (token: string, method: 'GET' | 'DELETE' | 'POST', url: string, payload?: object) =>
    app.app.inject({
      method,
      url: `/api${url}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload && { payload }),
    })
  return { username, tokens, ask }
}

const path = '/settings/account/sessions'

test('a session whose end this process never heard of is found out while it is in use', async () => {
  const buyer = await app.addBuyer()
  const status = async () => (await buyer.call(workspaceRoutes.info)).status
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  expect(await status()).toBe(200)
  await app.db
    .updateTable('sessions')
    .set({ revoked_at: new Date() })
    .where('account_id', '=', buyer.accountId)
    .execute()
  expect(await status()).toBe(200)
  vi.advanceTimersByTime(11_000)
  // Asked by all who call from now on; the answers of this moment do not wait for it.
  await expect.poll(status, { timeout: 30_000 }).toBe(401)
})

test('that a session is in use is written down every few minutes, not with every call', async () => {
  const buyer = await app.addBuyer()
  const seenAt = async () => {
    expect((await buyer.call(workspaceRoutes.info)).status).toBe(200)
    const { id, last_seen_at } = await app.db
      .selectFrom('sessions')
      .select(['id', 'last_seen_at'])
      .where('account_id', '=', buyer.accountId)
      .executeTakeFirstOrThrow()
    // The next call looks it up anew, as another process would.
    app.deps.authenticator.forget(id)
    return last_seen_at.getTime()
  }
  const first = await seenAt()
  expect(await seenAt()).toBe(first)
  const back = (minutes: number) =>
    app.db
      .updateTable('sessions')
      .set({ last_seen_at: new Date(first - minutes * 60_000) })
      .where('account_id', '=', buyer.accountId)
      .execute()
  await back(4)
  expect(await seenAt()).toBe(first - 4 * 60_000)
  await back(6)
  expect(await seenAt()).toBeGreaterThanOrEqual(first)
})

test('the list shows the own live sessions, which one is asking, and no token', async () => {
  const { tokens, ask } = await logInOn(['Laptop', 'Phone'])
  await logInOn(['Stranger'])
  const { body, ...answer } = await ask(tokens[1] ?? '', 'GET', path)
  const { data } = sessionsRoutes.list.response.parse(answer.json())
  expect(data.map((session) => [session.user_agent, session.current, session.address])).toEqual(
    expect.arrayContaining([
      ['Phone', true, '127.0.0.1'],
      ['Laptop', false, '127.0.0.1'],
    ]),
  )
  expect(data).toHaveLength(2)
  for (const token of tokens) expect(body).not.toContain(token)
})

test('[X-SESSION-02] an ended session is refused at once, the others go on', async () => {
  const { tokens, ask } = await logInOn(['Laptop', 'Phone'])
  const [laptop = '', phone = ''] = tokens
  expect((await ask(phone, 'GET', path)).statusCode).toBe(200)
  const { data } = sessionsRoutes.list.response.parse((await ask(laptop, 'GET', path)).json())
  const other = data.find(({ current }) => !current)
  expect((await ask(laptop, 'DELETE', `${path}/${other?.id}`)).json()).toEqual({ data: { status: true } })
  expect((await ask(phone, 'GET', path)).statusCode).toBe(401)
  expect((await ask(laptop, 'GET', path)).statusCode).toBe(200)
  expect((await ask(laptop, 'DELETE', `${path}/${other?.id}`)).statusCode).toBe(404)
})

test('[X-SESSION-02] of a session that ends while it is being looked up nothing is remembered', async () => {
  const { tokens, ask } = await logInOn(['Laptop', 'Phone'])
  const [laptop = '', phone = ''] = tokens
  const asked = Array.from({ length: 20 }, () => ask(phone, 'GET', path))
  await ask(laptop, 'DELETE', path)
  await Promise.all(asked)
  expect((await ask(phone, 'GET', path)).statusCode).toBe(401)
})

test('all others are ended at once, and how many they were is told', async () => {
  const { tokens, ask } = await logInOn(['Laptop', 'Phone', 'Office'])
  const [laptop = '', phone = '', office = ''] = tokens
  expect((await ask(laptop, 'DELETE', path)).json()).toEqual({ data: { status: true, ended: 2 } })
  expect((await ask(phone, 'GET', path)).statusCode).toBe(401)
  expect((await ask(office, 'GET', path)).statusCode).toBe(401)
  expect((await ask(laptop, 'DELETE', path)).json()).toEqual({ data: { status: true, ended: 0 } })
})

test('nobody ends a session of somebody else', async () => {
  const mine = await app.addBuyer()
  const theirs = await app.addBuyer()
  const { data } = await theirs.call(sessionsRoutes.list)
  const refused = await mine.call(sessionsRoutes.revoke, { params: { id: data.data[0]?.id ?? '' } })
  expect(refused.status).toBe(404)
  expect(refused.error.code).toBe('session.not_found')
  expect((await theirs.call(workspaceRoutes.info)).ok).toBe(true)
})

test('changing the password takes the present one, ends the other sessions and spends reset links', async () => {
  const { username, tokens, ask } = await logInOn(['Laptop', 'Phone'])
  const [laptop = '', phone = ''] = tokens
  const body = { password: 'new password', password_confirmation: 'new password' }
  const wrong = await ask(laptop, 'POST', '/settings/account/password', {
    ...body,
    current_password: 'guess',
  })
  expect(wrong.statusCode).toBe(422)
  expect(wrong.json().errors).toEqual({
    title: 'The current password is not correct',
    fields: { current_password: ['The current password is not correct'] },
  })
  expect((await ask(phone, 'GET', path)).statusCode).toBe(200)
  const changed = await ask(laptop, 'POST', '/settings/account/password', {
    ...body,
    current_password: 'terrace-demo',
  })
  expect(passwordsRoutes.change.response.parse(changed.json()).message).toBe('Your password has been changed')
  expect((await ask(phone, 'GET', path)).statusCode).toBe(401)
  expect((await ask(laptop, 'GET', path)).statusCode).toBe(200)
  const logIn = (password: string) => app.visitor.call(accountsRoutes.logIn, { body: { username, password } })
  expect((await logIn('terrace-demo')).status).toBe(422)
  expect((await logIn('new password')).ok).toBe(true)
})

test('[X-LOGIN-02] a session left open is no way to guess the password without end', async () => {
  const { tokens, ask } = await logInOn(['Laptop'])
  const guess = () =>
    ask(tokens[0] ?? '', 'POST', '/settings/account/password', {
      current_password: 'guess',
      password: 'new password',
      password_confirmation: 'new password',
    })
  for (let count = 0; count < 10; count += 1) expect((await guess()).statusCode).toBe(422)
  const refused = await guess()
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})
