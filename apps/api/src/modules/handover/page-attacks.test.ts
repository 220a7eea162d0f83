import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { addAccount, addTeam } from '#api/test/fixtures/factories.ts'
import {
  countSessions,
  expectHandoverRejected,
  issuersOf,
  testBrowser,
  testIssuer,
} from '#api/test/fixtures/handover-fixture.ts'

// Attacks through accounts, pages and URLs; code-attacks.test.ts covers cookies and codes. Each starts with a handover
// that would succeed.

const harbour = testIssuer('harbour')

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({
    config: {
      tradeOrigins: ['https://desk.example', 'https://office.example'],
      handover: issuersOf([harbour]),
    },
  })
  for (const username of ['victim', 'mallory']) await account(username)
})
afterAll(() => app.close())

async function account(
  username: string,
  status: 'active' | 'suspended' | 'pending' = 'active',
): Promise<string> {
  return addAccount(app.db, { teamId: await addTeam(app.db), username, status })
}

/** A browser after a handover, before the page's own call. */
async function arrived(username = 'victim', at?: string) {
  const browser = testBrowser(app)
  browser.setIssuerCookies(await harbour.code(await browser.start(harbour), { sub: username }), at)
  return browser
}

async function sessionsOf(accountId: string): Promise<number> {
  const rows = await app.db.selectFrom('sessions').select('id').where('account_id', '=', accountId).execute()
  return rows.length
}

test.each(['suspended', 'pending'] as const)(
  'code for a disabled user: a %s account is rejected',
  async (status) => {
    const username = `is-${status}`
    const id = await account(username, status)
    const browser = await arrived(username)
    await expectHandoverRejected(app, browser, 'no_account', { code: 'handover.no_account' })
    expect(await sessionsOf(id)).toBe(0)
  },
)

test('code for a disabled user: an unknown account gets the same response', async () => {
  const browser = await arrived('unknown-user')
  await expectHandoverRejected(app, browser, 'no_account', { code: 'handover.no_account' })
})

test('code for a disabled user: an account suspended during redemption is rejected', async () => {
  const username = 'suspended-meanwhile'
  const id = await account(username)
  const browser = await arrived(username)
  let redeeming: Promise<unknown> = Promise.resolve()
  await inTransaction(app.db, async (tx) => {
    await tx.updateTable('accounts').set({ status: 'suspended' }).where('id', '=', id).execute()
    redeeming = expectHandoverRejected(app, browser, 'no_account', { code: 'handover.no_account' })
    await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 30_000 })
  })
  await redeeming
  expect(await sessionsOf(id)).toBe(0)
})

async function waiting(): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
  return rows[0]?.count
}

test('other user logged in: replacing the session needs a confirmation that names both', async () => {
  const buyer = await app.addBuyer()
  const browser = await arrived()
  const before = await countSessions(app)
  const question = await browser.redeem({ token: buyer.token })
  expect(question.status).toBe(409)
  expect(question.body.code).toBe('handover.other_user')
  expect(question.body.errors.handover).toMatchObject({
    issuer: 'harbour tickets',
    from: { username: expect.stringMatching(/^user/), name: 'Jo Marsh' },
    to: { username: 'victim', name: 'Jo Marsh' },
  })
  expect(await countSessions(app)).toBe(before)
  expect(question.cookies).toEqual([])
  expect(await isSession(buyer.token)).toBe(true)

  // Confirming another code does not count.
  const wrong = await browser.redeem({ token: buyer.token, confirm: 'x'.repeat(43) })
  expect(wrong.body.code).toBe('handover.other_user')

  const yes = await browser.redeem({ token: buyer.token, confirm: question.body.errors.handover.confirm })
  expect(yes.body.data).toMatchObject({ status: true, username: 'victim' })
  expect(await isSession(buyer.token)).toBe(false)
})

test('other user logged in: a confirmation does not make another code valid', async () => {
  const buyer = await app.addBuyer()
  const browser = await arrived()
  const question = await browser.redeem({ token: buyer.token })
  const { confirm } = question.body.errors.handover
  const attacker = await arrived('mallory')
  browser.setIssuerCookies(attacker.jar.get('handover_session') ?? '')
  await expectHandoverRejected(app, browser, 'wrong_nonce', { confirm, token: buyer.token })
  expect(await isSession(buyer.token)).toBe(true)
})

test('other user logged in: an expired session needs no confirmation', async () => {
  const browser = await arrived()
  expect((await browser.redeem({ token: 'a-token-of-no-session-at-all' })).status).toBe(200)
})

async function isSession(token: string): Promise<boolean> {
  const response = await app.app.inject({
    url: '/api/settings/trade/info',
    headers: { authorization: `Bearer ${token}` },
  })
  return response.statusCode === 200
}

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/%0d%0aSet-Cookie:x=y/../../x',
  '/api/auth/logout',
  '/handover/start?issuer=harbour',
  '/reset-password/abc',
  '/signing/frame',
  '/a//evil.example',
  'search',
  '',
])('redirect //evil: a redirect cookie of "%s" leads to the home page', async (redirect) => {
  const browser = await arrived('victim', redirect)
  expect((await browser.redeem()).body.data.redirect).toBe('/')
})

test('GET redeem: visiting a URL redeems nothing', async () => {
  const browser = await arrived()
  const before = await countSessions(app)
  for (const url of ['/api/auth/handover', '/api/auth/handover?confirm=x', '/handover', '/']) {
    await browser.call('GET', { url })
  }
  expect((await browser.call('GET')).statusCode).toBe(404)
  expect(await countSessions(app)).toBe(before)
  expect((await browser.redeem()).status).toBe(200)
})

test.each([
  ['another site', { origin: 'https://evil.example' }],
  ['a sibling domain', { origin: 'https://evil.desk.example' }],
  ['another port of our host', { origin: 'https://desk.example:8443' }],
  ['plain http', { origin: 'http://desk.example' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['another of our sites', { origin: 'https://office.example' }],
  ['a sibling domain that claims our origin', { 'sec-fetch-site': 'same-site' }],
])(
  'redeem is for our own pages: a call by %s is rejected and the code stays valid',
  async (_text, headers) => {
    const browser = await arrived()
    for (const method of ['POST', 'DELETE'] as const) {
      const response = await browser.call(method, { headers })
      expect(response.statusCode).toBe(403)
      expect(response.json().code).toBe('handover.foreign_page')
    }
    expect((await browser.redeem()).status).toBe(200)
  },
)

test('token in URL: a code in a query or body is ignored', async () => {
  const browser = testBrowser(app)
  const code = await harbour.code(await browser.start(harbour), { sub: 'victim' })
  const before = await countSessions(app)
  for (const name of ['token', 'code', 'handover_session', 'confirm']) {
    const response = await browser.redeem()
    expect(response.body).toEqual({ data: { status: false } })
    const url = `/api/auth/handover?${name}=${code}&handover_redirect=%2F`
    expect((await browser.redeem({ url })).body).toEqual({ data: { status: false } })
    expect((await browser.redeem({ payload: { [name]: code } })).status).toBe(422)
  }
  expect(await countSessions(app)).toBe(before)
})

test('token in URL: handover parameters are removed from the target', async () => {
  const browser = await arrived(
    'victim',
    '/search?q=chelsea&token=abc&handover=1&state=x&code=y&access_token=z',
  )
  expect((await browser.redeem()).body.data.redirect).toBe('/search?q=chelsea')
})

test('[X-HANDOVER-03] parallel redeem: of eight concurrent redemptions exactly one succeeds', async () => {
  const username = 'raced-for'
  const id = await account(username)
  const browser = await arrived(username)
  const cookie = [...browser.jar].map((pair) => pair.join('=')).join('; ')
  let racing: Promise<{ status: number; body: { code?: string } }>[] = []
  await inTransaction(app.db, async (tx) => {
    // The lock lets all of them see an unused code before the first can redeem it.
    await sql`select from accounts where id = ${id} for update`.execute(tx)
    racing = Array.from({ length: 8 }, () => browser.redeem({ cookie }))
    await vi.waitFor(async () => expect(await waiting()).toBeGreaterThanOrEqual(4), { timeout: 30_000 })
  })
  const responses = await Promise.all(racing)
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(responses.filter(({ body }) => body.code === 'handover.rejected')).toHaveLength(7)
  expect(await browser.rejections()).toEqual(Array.from({ length: 7 }, () => 'replayed'))
  expect(await sessionsOf(id)).toBe(1)
})

test('[X-LOGIN-02] guessing: after thirty calls a minute an address gets 429 with Retry-After', async () => {
  const browser = testBrowser(app)
  await browser.start(harbour)
  for (let count = 0; count < 30; count += 1) {
    browser.setIssuerCookies('a.b.c')
    await browser.redeem()
  }
  const limited = await browser.redeem()
  expect(limited.status).toBe(429)
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
  const browserAtStart = testBrowser(app)
  for (let count = 0; count < 30; count += 1) await browserAtStart.start(harbour)
  expect((await browserAtStart.call('GET', { url: '/handover/start?issuer=harbour' })).statusCode).toBe(429)
})
