import { accountsRoutes } from '@terrace/contracts/accounts'
import { passwordsRoutes } from '@terrace/contracts/passwords'
import type { RouteContract } from '@terrace/contracts/route'
import { sessionsRoutes } from '@terrace/contracts/sessions'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type Caller, type TestApp } from '../../test/build-test-app.ts'

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
const good = {
  login: { username: 'nobody', password: 'guess' },
  forgot: { email: 'nobody@example.test', reset_link: link },
  reset: { password: 'new password', password_confirmation: 'new password', token: 'unknown' },
  change: {
    current_password: 'guess',
    password: 'new password',
    password_confirmation: 'new password',
  },
}
const routes: Record<keyof typeof good, RouteContract> = {
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

type Row = [call: keyof typeof good, field: string, value: unknown, text: string]

/** Call, field, what stands in it, and what is said of it. */
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
  ['forgot', 'reset_link', '', 'must be a page of this site'],
  ['forgot', 'reset_link', ' ', 'must be a page of this site'],
  ['forgot', 'reset_link', html, 'must be a page of this site'],
  ['forgot', 'reset_link', emoji, 'must be a page of this site'],
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

async function send(call: keyof typeof good, payload: unknown) {
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
  '%s: %s of %j is refused by name, and nothing is stored',
  async (call, field, value, text) => {
    const before = await stored()
    const answer = await send(call, { ...good[call], [field]: value })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors.fields[field]).toContain(text)
    expect(answer.json().errors.title).toMatch(/\w/)
    expect(await stored()).toEqual(before)
  },
)

const everyField = Object.entries(good).flatMap(([call, body]) =>
  Object.keys(body).map((field): [string, string] => [call, field]),
)

test.each(everyField)(
  '%s: %s that is missing, or of a wrong type, is refused by name',
  async (name, field) => {
    // The names are the keys that they were read from.
    const call = name as keyof typeof good
    const body: Record<string, unknown> = { ...good[call] }
    delete body[field]
    for (const payload of [body, ...wrongTypes.map((value) => ({ ...body, [field]: value }))]) {
      const answer = await send(call, payload)
      expect(answer.statusCode).toBe(422)
      expect(Object.keys(answer.json().errors.fields)).toContain(field)
    }
  },
)

test.each(Object.keys(good))('%s: a field too many is refused by name', async (name) => {
  const call = name as keyof typeof good // as above
  const answer = await send(call, { ...good[call], is_operator: true, __proto__: { x: 1 } })
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors.fields).toEqual({ is_operator: ['is not a known field'] })
})

test.each(Object.keys(good))('%s: what is no object is refused', async (name) => {
  const call = name as keyof typeof good // as above
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
  'a strange name or token is looked up and not found: %j',
  async (odd) => {
    const login = await send('login', { username: odd, password: odd })
    expect(login.statusCode).toBe(422)
    const reset = await send('reset', { ...good.reset, token: odd })
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
  ['blanks around it', '  new password  '],
])('a password of %s is a password', async (_kind, password) => {
  const answer = await send('reset', { password, password_confirmation: password, token: 'unknown' })
  // Refused for its token alone.
  expect(answer.json().code).toBe('password.link_spent')
})
