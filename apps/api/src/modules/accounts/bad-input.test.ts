import { accountsRoutes } from '@terrace/contracts/accounts'
import { passwordsRoutes } from '@terrace/contracts/passwords'
import type { RouteContract } from '@terrace/contracts/route'
import { sessionsRoutes } from '@terrace/contracts/sessions'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'

let app: TestApp
let buyer: Caller
beforeAll(async () => {
  app = await buildTestApp()
  buyer = await app.addBuyer()
})
afterAll(() => app.close())
beforeEach(() =>
  sql`truncate login_failures, password_reset_failures, password_resets cascade`.execute(app.db),
)

const link = 'http://localhost:4000/reset-password'
const validBodies = {
  login: { username: 'unknown', password: 'guess' },
  forgot: { email: 'unknown@example.test', reset_link: link },
  reset: { password: 'new password', password_confirmation: 'new password', token: 'unknown' },
  change: {
    current_password: 'guess',
    password: 'new password',
    password_confirmation: 'new password',
  },
}
const routes: Record<keyof typeof validBodies, RouteContract> = {
  login: accountsRoutes.logIn,
  forgot: passwordsRoutes.forgot,
  reset: passwordsRoutes.reset,
  change: passwordsRoutes.change,
}

const long = 'x'.repeat(10_000)
const emoji = '🎫🎟️👩‍👩‍👧'
const rightToLeft = 'كلمة السر\u202Eabc'
const html = '<script>alert(1)</script>'
const wrongTypes = [null, 7, true, [], {}, ['x']]

const required = {
  username: 'Username is required',
  email: 'Email address is required',
  confirmation: 'Password confirmation is required',
}
const mismatch = "Password and Confirm Password didn't match"
const length = 'Password must be 8 to 50 characters'
const badEmail = 'Please enter valid email address'

type Row = [call: keyof typeof validBodies, field: string, value: unknown, text: string]

/** Call, field, invalid value, expected message. */
const rows: Row[] = [
  ['login', 'username', '', required.username],
  ['login', 'username', ' \t ', required.username],
  ['login', 'username', long, 'Username is too long'],
  ['login', 'password', '', 'Password is required'],
  ['login', 'password', long, 'Password is too long'],
  ['forgot', 'email', '', required.email],
  ['forgot', 'email', '  ', required.email],
  ['forgot', 'email', `${long}@example.test`, badEmail],
  ['forgot', 'email', `${emoji}@example.test`, badEmail],
  ['forgot', 'email', rightToLeft, badEmail],
  ['forgot', 'email', html, badEmail],
  ['forgot', 'email', 'a@example.test\nBcc: b@example.test', badEmail],
  ['forgot', 'email', 'a@b@example.test', badEmail],
  ['forgot', 'reset_link', '', 'must be a page on this site'],
  ['forgot', 'reset_link', ' ', 'must be a page on this site'],
  ['forgot', 'reset_link', html, 'must be a page on this site'],
  ['forgot', 'reset_link', emoji, 'must be a page on this site'],
  ['reset', 'password', '', 'Password is required'],
  ['reset', 'password', ' '.repeat(9), 'Password is required'],
  ['reset', 'password', long, length],
  ['reset', 'password', 'x'.repeat(7), length],
  ['reset', 'password', 'x'.repeat(51), length],
  ['reset', 'password_confirmation', '', required.confirmation],
  ['reset', 'password_confirmation', ' ', mismatch],
  ['reset', 'password_confirmation', long, mismatch],
  ['reset', 'password_confirmation', emoji, mismatch],
  ['reset', 'password_confirmation', rightToLeft, mismatch],
  ['reset', 'password_confirmation', html, mismatch],
  ['change', 'current_password', '', 'Current password is required'],
  ['change', 'current_password', long, 'Current password is too long'],
  ['change', 'password', '', 'Password is required'],
  ['change', 'password', long, length],
  ['change', 'password_confirmation', '', required.confirmation],
  ['change', 'password_confirmation', 'other', mismatch],
]

async function send(call: keyof typeof validBodies, payload: unknown) {
  return app.app.inject({
    method: 'POST',
    url: `/api${routes[call].path}`,
    headers: {
      'content-type': 'application/json',
      ...(routes[call].auth !== 'public' && { authorization: `Bearer ${buyer.token}` }),
    },
    payload: JSON.stringify(payload),
  })
}

async function stored(): Promise<unknown> {
  const { rows: counts } = await sql`
    select (select count(*)::int from password_resets) as resets, (select count(*)::int from sessions) as sessions,
      (select md5(string_agg(password_hash, ',' order by id)) from accounts) as hashes`.execute(app.db)
  return counts[0]
}

test.each(rows)(
  '%s: %s of %j is rejected by field name and nothing is stored',
  async (call, field, value, text) => {
    const before = await stored()
    const response = await send(call, { ...validBodies[call], [field]: value })
    expect(response.statusCode).toBe(422)
    expect(response.json().errors.fields[field]).toContain(text)
    expect(response.json().errors.title).toMatch(/\w/)
    expect(await stored()).toEqual(before)
  },
)

const everyField = Object.entries(validBodies).flatMap(([call, body]) =>
  Object.keys(body).map((field): [string, string] => [call, field]),
)

test.each(everyField)(
  '%s: %s is rejected by field name if missing or of the wrong type',
  async (name, field) => {
    // Safe: the titles come from the keys of `validBodies`.
    const call = name as keyof typeof validBodies
    const body: Record<string, unknown> = { ...validBodies[call] }
    delete body[field]
    for (const payload of [body, ...wrongTypes.map((value) => ({ ...body, [field]: value }))]) {
      const response = await send(call, payload)
      expect(response.statusCode).toBe(422)
      expect(Object.keys(response.json().errors.fields)).toContain(field)
    }
  },
)

test.each(Object.keys(validBodies))('%s: an unknown field is rejected by name', async (name) => {
  const call = name as keyof typeof validBodies
  const response = await send(call, { ...validBodies[call], is_operator: true, __proto__: { x: 1 } })
  expect(response.statusCode).toBe(422)
  expect(response.json().errors.fields).toEqual({ is_operator: ['is not a known field'] })
})

test.each(Object.keys(validBodies))('%s: a body that is not an object is rejected', async (name) => {
  const call = name as keyof typeof validBodies
  for (const payload of [[], 'text', 7, null]) expect((await send(call, payload)).statusCode).toBe(422)
  const broken = await app.app.inject({
    method: 'POST',
    url: `/api${routes[call].path}`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${buyer.token}` },
    payload: '{"email":',
  })
  expect(broken.statusCode).toBe(400)
})

test.each([emoji, rightToLeft, html, 'a\u0000b'])(
  'an unusual username or token is looked up and not found: %j',
  async (odd) => {
    const login = await send('login', { username: odd, password: odd })
    expect(login.statusCode).toBe(422)
    const reset = await send('reset', { ...validBodies.reset, token: odd })
    expect(reset.statusCode).toBe(422)
    const ended = await app.app.inject({
      method: 'DELETE',
      url: `/api${sessionsRoutes.revoke.path.replace(':id', encodeURIComponent(odd))}`,
      headers: { authorization: `Bearer ${buyer.token}` },
    })
    expect([404, 422]).toContain(ended.statusCode)
  },
)

test.each([
  ['emoji', '🎫'.repeat(8)],
  ['right to left', 'كلمة سر جديدة'],
  ['HTML', '<b>"new" & \'old\'</b>'],
  ['surrounding blanks', '  new password  '],
])('a password of %s is accepted', async (_kind, password) => {
  const response = await send('reset', { password, password_confirmation: password, token: 'unknown' })
  // Only the token is rejected.
  expect(response.json().code).toBe('password.link_invalid')
})
