import { passwordsRoutes } from '@terrace/contracts/passwords'
import { sessionsRoutes } from '@terrace/contracts/sessions'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { preparePasswordResetEmail, hashPassword } from '#api/modules/accounts/index.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { addAccount, addTeam } from '#api/test/fixtures/factories.ts'
import { readSecurityEvents } from './audit.repo.ts'

const link = 'http://localhost:4000/reset-password'
const secrets = ['terrace-demo', 'new password', 'typed here by mistake']

let app: TestApp
let passwordHash: string
beforeAll(async () => {
  app = await buildTestApp({ config: { tradeOrigins: ['http://localhost:4000'] } })
  passwordHash = await hashPassword('terrace-demo')
})
afterAll(() => app.close())

let number = 0
async function addTestUser(status: 'active' | 'pending' | 'suspended' = 'active') {
  const username = `user${(number += 1)}`
  const accountId = await addAccount(app.db, {
    teamId: await addTeam(app.db),
    username,
    passwordHash,
    status,
  })
  return { username, accountId, ipAddress: `198.51.100.${number}` }
}
type TestUser = Awaited<ReturnType<typeof addTestUser>>

function logIn({ username, ipAddress }: TestUser, password = 'terrace-demo') {
  return app.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username, password },
    headers: { 'user-agent': 'Browser/1' },
    remoteAddress: ipAddress,
  })
}

async function tokenOf(user: TestUser): Promise<string> {
  return (await logIn(user)).json().data.token
}

function call(token: string, method: 'POST' | 'DELETE', path: string, payload: object = {}) {
  return app.app.inject({
    method,
    url: `/api${path}`,
    payload,
    headers: { authorization: `Bearer ${token}` },
  })
}

/** Recorded kinds, each with its reason or status. */
async function recordsOf(filter: { username?: string; ipAddress?: string }): Promise<string[]> {
  const records = await readSecurityEvents(app.db, { ...filter, limit: 100 })
  return records.map(({ kind, details }) =>
    [kind, details['reason'] ?? details['status']].filter(Boolean).join(' '),
  )
}

test('logins are recorded with their outcome, and a lockout once', async () => {
  const [user, waiting, banned] = [
    await addTestUser(),
    await addTestUser('pending'),
    await addTestUser('suspended'),
  ]
  await logIn(user)
  for (let attempt = 0; attempt < 12; attempt += 1) await logIn(user, 'guess')
  expect(await recordsOf({ username: user.username })).toEqual([
    'login.succeeded',
    ...Array.from({ length: 10 }, () => 'login.failed wrong_password'),
    'login.locked',
  ])
  await logIn(waiting)
  await logIn(banned)
  expect(await recordsOf({ username: waiting.username })).toEqual(['login.failed pending'])
  expect(await recordsOf({ username: banned.username })).toEqual(['login.failed suspended'])
})

test('the username of a failed login is not recorded, because people type passwords there', async () => {
  const user = await addTestUser()
  await logIn({ ...user, username: 'typed here by mistake' }, 'x')
  expect(await recordsOf({ ipAddress: user.ipAddress })).toEqual(['login.failed unknown_name'])
})

test('a login record contains the account, team, session, IP address and browser', async () => {
  const user = await addTestUser()
  await logIn(user)
  const [record] = await readSecurityEvents(app.db, { username: user.username, limit: 1 })
  const session = await app.db
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', user.accountId)
    .executeTakeFirstOrThrow()
  expect(record).toMatchObject({
    actor: user.username,
    account: user.username,
    teamId: expect.stringMatching(/^tm_/),
    sessionId: session.id,
    ipAddress: user.ipAddress,
    userAgent: 'Browser/1',
    requestId: expect.any(String),
  })
})

test('logging out, ending other sessions and changing the password are recorded', async () => {
  const user = await addTestUser()
  const [first, second, third] = [await tokenOf(user), await tokenOf(user), await tokenOf(user)]
  await call(first, 'POST', '/auth/logout')
  await call(second, 'DELETE', sessionsRoutes.revokeOthers.path)
  expect((await call(third, 'POST', '/auth/logout')).statusCode).toBe(401)
  await tokenOf(user)
  const change = {
    current_password: 'guess',
    password: 'new password',
    password_confirmation: 'new password',
  }
  await call(second, 'POST', passwordsRoutes.change.path, change)
  await call(second, 'POST', passwordsRoutes.change.path, { ...change, current_password: 'terrace-demo' })
  expect(await recordsOf({ username: user.username })).toEqual([
    'login.succeeded',
    'login.succeeded',
    'login.succeeded',
    'session.logged_out',
    'session.revoked by_user',
    'login.succeeded',
    'password.change_rejected',
    'password.changed',
    'session.revoked password_changed',
  ])
})

test('a reset is recorded from request to new password, as is an invalid link', async () => {
  const user = await addTestUser()
  await tokenOf(user)
  const { email } = await app.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', user.accountId)
    .executeTakeFirstOrThrow()
  const forgot = { email, reset_link: link }
  await app.app.inject({
    method: 'POST',
    url: '/api/auth/forgot-password',
    payload: forgot,
    remoteAddress: user.ipAddress,
  })
  expect(await recordsOf({ ipAddress: user.ipAddress })).toEqual([
    'login.succeeded',
    'password.reset_requested',
  ])
  const { id } = await app.db
    .selectFrom('password_resets')
    .select('id')
    .where('email_key', '=', email)
    .executeTakeFirstOrThrow()
  const token = (await preparePasswordResetEmail(app.deps, id))?.link.split('/').at(-1) ?? ''
  const body = { token, password: 'new password', password_confirmation: 'new password' }
  expect((await app.visitor.call(passwordsRoutes.reset, { body })).ok).toBe(true)
  expect((await app.visitor.call(passwordsRoutes.reset, { body })).ok).toBe(false)
  expect(await recordsOf({ username: user.username })).toEqual([
    'login.succeeded',
    'password.reset_link_sent',
    'password.reset',
    'session.revoked password_reset',
  ])
  expect(await recordsOf({ ipAddress: '127.0.0.1' })).toContain('password.reset_rejected link_invalid')
  secrets.push(token, email)
})

test('a rate-limited caller is recorded once, and an IPv6 network counts as one caller', async () => {
  const limited = await buildTestApp({ config: { rateLimitPerMinute: 3 } })
  const statuses = []
  for (let index = 0; index < 6; index += 1) {
    const remoteAddress = `2001:db8:7:7::${index}`
    statuses.push((await limited.app.inject({ url: '/api/nowhere-public', remoteAddress })).statusCode)
    statuses.push((await limited.app.inject({ url: '/config.json', remoteAddress })).statusCode)
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  await expect
    .poll(async () => (await readSecurityEvents(limited.db, { kind: 'rate.limited', limit: 10 })).length)
    .toBe(1)
  const [record] = await readSecurityEvents(limited.db, { kind: 'rate.limited', limit: 10 })
  expect(record).toMatchObject({
    ipAddress: '2001:db8:7:7::3',
    details: { route: '/config.json', by: 'ip_address' },
  })
  await limited.close()
})

test('no record contains a password, token, link or email address', async () => {
  const user = await addTestUser()
  const token = await tokenOf(user)
  await logIn({ ...user, username: 'typed here by mistake' }, 'x')
  await call(token, 'POST', '/auth/logout')
  const { rows } = await sql<{
    text: string
  }>`select string_agg(e::text, ' ') as text from security_events e`.execute(app.db)
  expect(rows[0]?.text).toContain(user.accountId)
  for (const secret of [...secrets, token]) expect(rows[0]?.text).not.toContain(secret)
})
