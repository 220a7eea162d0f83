import { passwordsRoutes } from '@terrace/contracts/passwords'
import { sessionsRoutes } from '@terrace/contracts/sessions'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draftPasswordReset, hashPassword } from '../modules/accounts/index.ts'
import { buildTestApp, type TestApp } from '../test/build-test-app.ts'
import { addAccount, addTeam } from '../test/factories.ts'
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
async function somebody(status: 'active' | 'pending' | 'suspended' = 'active') {
  const username = `somebody${(number += 1)}`
  const accountId = await addAccount(app.db, {
    teamId: await addTeam(app.db),
    username,
    passwordHash,
    status,
  })
  return { username, accountId, address: `198.51.100.${number}` }
}
type Somebody = Awaited<ReturnType<typeof somebody>>

function logIn({ username, address }: Somebody, password = 'terrace-demo') {
  return app.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username, password },
    headers: { 'user-agent': 'Browser/1' },
    remoteAddress: address,
  })
}

async function tokenOf(person: Somebody): Promise<string> {
  return (await logIn(person)).json().data.token
}

function call(token: string, method: 'POST' | 'DELETE', path: string, payload: object = {}) {
  return app.app.inject({
    method,
    url: `/api${path}`,
    payload,
    headers: { authorization: `Bearer ${token}` },
  })
}

/** What is recorded of them: kinds with the reason, where there is one. */
async function recordsOf(filter: { username?: string; address?: string }): Promise<string[]> {
  const records = await readSecurityEvents(app.db, { ...filter, limit: 100 })
  return records.map(({ kind, facts }) =>
    [kind, facts['reason'] ?? facts['status']].filter(Boolean).join(' '),
  )
}

test('logins are recorded as they end: opened, failed and why, and once that they are shut out', async () => {
  const [person, waiting, banned] = [await somebody(), await somebody('pending'), await somebody('suspended')]
  await logIn(person)
  for (let attempt = 0; attempt < 12; attempt += 1) await logIn(person, 'guess')
  expect(await recordsOf({ username: person.username })).toEqual([
    'login.succeeded',
    ...Array.from({ length: 10 }, () => 'login.failed wrong_password'),
    'login.locked',
  ])
  await logIn(waiting)
  await logIn(banned)
  expect(await recordsOf({ username: waiting.username })).toEqual(['login.failed pending'])
  expect(await recordsOf({ username: banned.username })).toEqual(['login.failed suspended'])
})

test('the name of a failed login is not recorded: people type their password there', async () => {
  const person = await somebody()
  await logIn({ ...person, username: 'typed here by mistake' }, 'x')
  expect(await recordsOf({ address: person.address })).toEqual(['login.failed unknown_name'])
})

test('a record of a login has the person, the team, the session, the address and the browser', async () => {
  const person = await somebody()
  await logIn(person)
  const [record] = await readSecurityEvents(app.db, { username: person.username, limit: 1 })
  const session = await app.db
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', person.accountId)
    .executeTakeFirstOrThrow()
  expect(record).toMatchObject({
    actor: person.username,
    account: person.username,
    teamId: expect.stringMatching(/^tm_/),
    sessionId: session.id,
    address: person.address,
    userAgent: 'Browser/1',
    requestId: expect.any(String),
  })
})

test('logging out, ending other sessions and changing the password are recorded', async () => {
  const person = await somebody()
  const [first, second, third] = [await tokenOf(person), await tokenOf(person), await tokenOf(person)]
  await call(first, 'POST', '/auth/logout')
  await call(second, 'DELETE', sessionsRoutes.revokeOthers.path)
  expect((await call(third, 'POST', '/auth/logout')).statusCode).toBe(401)
  await tokenOf(person)
  const change = {
    current_password: 'guess',
    password: 'new password',
    password_confirmation: 'new password',
  }
  await call(second, 'POST', passwordsRoutes.change.path, change)
  await call(second, 'POST', passwordsRoutes.change.path, { ...change, current_password: 'terrace-demo' })
  expect(await recordsOf({ username: person.username })).toEqual([
    'login.succeeded',
    'login.succeeded',
    'login.succeeded',
    'session.logged_out',
    'session.revoked by_user',
    'login.succeeded',
    'password.change_refused',
    'password.changed',
    'session.revoked password_changed',
  ])
})

test('a reset is recorded from the request to the new password, and a link that leads nowhere', async () => {
  const person = await somebody()
  await tokenOf(person)
  const { email } = await app.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', person.accountId)
    .executeTakeFirstOrThrow()
  const forgot = { email, reset_link: link }
  await app.app.inject({
    method: 'POST',
    url: '/api/auth/forgot-password',
    payload: forgot,
    remoteAddress: person.address,
  })
  expect(await recordsOf({ address: person.address })).toEqual([
    'login.succeeded',
    'password.reset_requested',
  ])
  const { id } = await app.db
    .selectFrom('password_resets')
    .select('id')
    .where('email_key', '=', email)
    .executeTakeFirstOrThrow()
  const token = (await draftPasswordReset(app.deps, id))?.link.split('/').at(-1) ?? ''
  const body = { token, password: 'new password', password_confirmation: 'new password' }
  expect((await app.visitor.call(passwordsRoutes.reset, { body })).ok).toBe(true)
  expect((await app.visitor.call(passwordsRoutes.reset, { body })).ok).toBe(false)
  expect(await recordsOf({ username: person.username })).toEqual([
    'login.succeeded',
    'password.reset_link_sent',
    'password.reset',
    'session.revoked password_reset',
  ])
  expect(await recordsOf({ address: '127.0.0.1' })).toContain('password.reset_refused link_spent')
  secrets.push(token, email)
})

test('whoever reaches the limit of calls is recorded once, and strangers of one network are one caller', async () => {
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
    address: '2001:db8:7:7::3',
    facts: { route: '/config.json', by: 'address' },
  })
  await limited.close()
})

test('no record holds a password, a token, a link or an e-mail address', async () => {
  const person = await somebody()
  const token = await tokenOf(person)
  await logIn({ ...person, username: 'typed here by mistake' }, 'x')
  await call(token, 'POST', '/auth/logout')
  const { rows } = await sql<{
    text: string
  }>`select string_agg(e::text, ' ') as text from security_events e`.execute(app.db)
  expect(rows[0]?.text).toContain(person.accountId)
  for (const secret of [...secrets, token]) expect(rows[0]?.text).not.toContain(secret)
})
