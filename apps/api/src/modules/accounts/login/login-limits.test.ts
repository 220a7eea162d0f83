import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { addAccount, addTeam } from '#api/test/fixtures/factories.ts'
import { hashPassword } from '../passwords/password-hash.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
  const teamId = await addTeam(app.db)
  const passwordHash = await hashPassword('terrace-demo')
  await addAccount(app.db, { teamId, username: 'marsh', passwordHash })
})
afterAll(() => app.close())
beforeEach(() => sql`truncate login_failures, sessions cascade`.execute(app.db))

const home = '198.51.100.7'

function logIn(remoteAddress: string, password = 'terrace-demo', username = 'marsh') {
  return app.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username, password },
    remoteAddress,
  })
}

/** Inserts failures of other callers without hashing. */
async function fail(count: number, username: string, ipAddress: (index: number) => string): Promise<void> {
  await app.db
    .insertInto('login_failures')
    .values(
      Array.from({ length: count }, (_, index) => ({ username_key: username, ip_address: ipAddress(index) })),
    )
    .execute()
}

test('[X-LOGIN-02] after ten failures an IP address is locked out and learns for how long', async () => {
  await fail(10, 'marsh', () => '203.0.113.9')
  const rejected = await logIn('203.0.113.9')
  expect(rejected.statusCode).toBe(429)
  expect(rejected.json().errors.title).toBe('Too many failed attempts. Wait 15 minutes and try again')
  const seconds = Number(rejected.headers['retry-after'])
  expect(seconds).toBeGreaterThan(14 * 60)
  expect(seconds).toBeLessThanOrEqual(15 * 60)
})

test('[X-LOGIN-02] failures by a stranger lock out the stranger, not the owner', async () => {
  await fail(10, 'marsh', () => '203.0.113.9')
  expect((await logIn('203.0.113.9')).statusCode).toBe(429)
  expect((await logIn(home)).statusCode).toBe(200)
  // Logging in from a known device does not reset failures from other addresses.
  expect((await logIn('203.0.113.9')).statusCode).toBe(429)
})

test('[X-LOGIN-02] failed logins count per username across IPs, except on known devices', async () => {
  expect((await logIn(home)).statusCode).toBe(200)
  await fail(50, 'marsh', (index) => `203.0.113.${index}`)
  expect((await logIn('192.0.2.1')).statusCode).toBe(429)
  expect((await logIn(home)).statusCode).toBe(200)
})

test('[X-LOGIN-02] an IP address is locked out after a hundred failures across all usernames', async () => {
  await app.db
    .insertInto('login_failures')
    .values(
      Array.from({ length: 100 }, (_, index) => ({
        username_key: `user${index}`,
        ip_address: '203.0.113.9',
      })),
    )
    .execute()
  expect((await logIn('203.0.113.9')).statusCode).toBe(429)
  expect((await logIn(home)).statusCode).toBe(200)
})

test('[X-LOGIN-02] an IPv6 /64 network counts as one IP address', async () => {
  for (let index = 0; index < 10; index += 1) {
    expect((await logIn(`2001:db8:1:2::${index}`, 'guess')).statusCode).toBe(422)
  }
  expect((await logIn('2001:db8:1:2::abcd')).statusCode).toBe(429)
  expect((await logIn('2001:db8:1:3::1')).statusCode).toBe(200)
})

test('rejected attempts do not extend the lockout, and the lockout ends', async () => {
  await fail(10, 'marsh', () => '203.0.113.9')
  for (let index = 0; index < 5; index += 1) await logIn('203.0.113.9', 'guess')
  const rows = await app.db.selectFrom('login_failures').select('id').execute()
  expect(rows).toHaveLength(10)
  await sql`update login_failures set failed_at = failed_at - interval '15 minutes'`.execute(app.db)
  expect((await logIn('203.0.113.9')).statusCode).toBe(200)
})

test('[X-LOGIN-02] lockouts do not reveal which usernames exist', async () => {
  await fail(10, 'marsh', () => '203.0.113.9')
  await fail(10, 'unknown', () => '203.0.113.8')
  const known = await logIn('203.0.113.9', 'guess')
  const unknown = await logIn('203.0.113.8', 'guess', 'unknown')
  expect(unknown.statusCode).toBe(known.statusCode)
  expect(unknown.json().errors).toEqual(known.json().errors)
})

test('[X-SESSION-04] passwords are stored as argon2id hashes at the recommended cost', async () => {
  const { password_hash: stored } = await app.db
    .selectFrom('accounts')
    .select('password_hash')
    .where('username', '=', 'marsh')
    .executeTakeFirstOrThrow()
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/=]+\$[\w+/=]{44}$/)
})

test('[X-AUTH401-01] a wrong password, a lockout and an invalid body are never 401', async () => {
  await fail(10, 'marsh', () => '203.0.113.9')
  const statuses = [
    (await logIn(home, 'guess')).statusCode,
    (await logIn('203.0.113.9')).statusCode,
    (await app.app.inject({ method: 'POST', url: '/api/auth/login', payload: [] })).statusCode,
    (await app.app.inject({ method: 'POST', url: '/api/auth/reset-password', payload: {} })).statusCode,
    (await app.app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: {} })).statusCode,
  ]
  expect(statuses).toEqual([422, 429, 422, 422, 422])
})

test('[X-AUTH401-01] any missing or malformed token returns 401', async () => {
  for (const authorization of ['', 'Bearer', 'Bearer null', `Bearer ${'x'.repeat(43)}`, 'Basic YTpi']) {
    const response = await app.app.inject({
      url: '/api/settings/account/sessions',
      headers: { authorization },
    })
    expect(response.statusCode).toBe(401)
    expect(response.json().code).toBe('session.missing')
  }
})
