import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inTransaction } from '../../db/transaction.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { addAccount, addTeam } from '../../test/factories.ts'
import { countSessions, expectRefused, issuersOf, testBrowser, testIssuer } from './test-handover.ts'

// Rows of wire.md §6.3 that are about people, pages and addresses; those about cookies and codes stand in
// code-attacks.test.ts. Each begins with a handover that would succeed.

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

/** A browser to which the site has handed over somebody, up to the page's own call. */
async function arrived(username = 'victim', at?: string) {
  const browser = testBrowser(app)
  browser.put(await harbour.code(await browser.begin(harbour), { sub: username }), at)
  return browser
}

async function sessionsOf(accountId: string): Promise<number> {
  const rows = await app.db.selectFrom('sessions').select('id').where('account_id', '=', accountId).execute()
  return rows.length
}

test.each(['suspended', 'pending'] as const)(
  'code for a disabled user: a %s account is not let in',
  async (status) => {
    const username = `is-${status}`
    const id = await account(username, status)
    const browser = await arrived(username)
    await expectRefused(app, browser, 'no_account', { code: 'handover.no_account' })
    expect(await sessionsOf(id)).toBe(0)
  },
)

test('code for a disabled user: nobody of that name is answered the same', async () => {
  const browser = await arrived('nobody-here')
  await expectRefused(app, browser, 'no_account', { code: 'handover.no_account' })
})

test('code for a disabled user: who is suspended while the code is redeemed is not let in', async () => {
  const username = 'suspended-meanwhile'
  const id = await account(username)
  const browser = await arrived(username)
  let redeeming: Promise<unknown> = Promise.resolve()
  await inTransaction(app.db, async (tx) => {
    await tx.updateTable('accounts').set({ status: 'suspended' }).where('id', '=', id).execute()
    redeeming = expectRefused(app, browser, 'no_account', { code: 'handover.no_account' })
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

test('other user logged in: nobody is swapped without being asked, and the answer says who is who', async () => {
  const buyer = await app.addBuyer()
  const browser = await arrived()
  const before = await countSessions(app)
  const asked = await browser.redeem({ token: buyer.token })
  expect(asked.status).toBe(409)
  expect(asked.body.code).toBe('handover.other_user')
  expect(asked.body.errors.handover).toMatchObject({
    issuer: 'harbour tickets',
    from: { username: expect.stringMatching(/^user/), name: 'Jo Marsh' },
    to: { username: 'victim', name: 'Jo Marsh' },
  })
  expect(await countSessions(app)).toBe(before)
  expect(asked.cookies).toEqual([])
  expect(await isSession(buyer.token)).toBe(true)

  // A yes to something else is no yes.
  const wrong = await browser.redeem({ token: buyer.token, confirm: 'x'.repeat(43) })
  expect(wrong.body.code).toBe('handover.other_user')

  const yes = await browser.redeem({ token: buyer.token, confirm: asked.body.errors.handover.confirm })
  expect(yes.body.data).toMatchObject({ status: true, username: 'victim' })
  expect(await isSession(buyer.token)).toBe(false)
})

test('other user logged in: a yes is worth no more than the code', async () => {
  const buyer = await app.addBuyer()
  const browser = await arrived()
  const asked = await browser.redeem({ token: buyer.token })
  const { confirm } = asked.body.errors.handover
  const attacker = await arrived('mallory')
  browser.put(attacker.jar.get('handover_session') ?? '')
  await expectRefused(app, browser, 'wrong_nonce', { confirm, token: buyer.token })
  expect(await isSession(buyer.token)).toBe(true)
})

test('other user logged in: a session that has ended is nobody, and asks nothing', async () => {
  const browser = await arrived()
  expect((await browser.redeem({ token: 'a-token-of-no-session-at-all' })).status).toBe(200)
})

async function isSession(token: string): Promise<boolean> {
  const answer = await app.app.inject({
    url: '/api/settings/trade/info',
    headers: { authorization: `Bearer ${token}` },
  })
  return answer.statusCode === 200
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
])('redirect //evil: a redirect cookie of "%s" leads home', async (redirect) => {
  const browser = await arrived('victim', redirect)
  expect((await browser.redeem()).body.data.redirect).toBe('/')
})

test('GET redeem: an address that is only visited redeems nothing', async () => {
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
  ['another port of ours', { origin: 'https://desk.example:8443' }],
  ['plain http', { origin: 'http://desk.example' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['another site of ours', { origin: 'https://office.example' }],
  ['a sibling domain that claims to be us', { 'sec-fetch-site': 'same-site' }],
])(
  'redeem is for pages of our own: a call by %s is refused, and the code stays good',
  async (_text, headers) => {
    const browser = await arrived()
    for (const method of ['POST', 'DELETE'] as const) {
      const answer = await browser.call(method, { headers })
      expect(answer.statusCode).toBe(403)
      expect(answer.json().code).toBe('handover.foreign_page')
    }
    expect((await browser.redeem()).status).toBe(200)
  },
)

test('token in URL: a code in an address is not seen, wherever it stands', async () => {
  const browser = testBrowser(app)
  const code = await harbour.code(await browser.begin(harbour), { sub: 'victim' })
  const before = await countSessions(app)
  for (const name of ['token', 'code', 'handover_session', 'confirm']) {
    const answer = await browser.redeem()
    expect(answer.body).toEqual({ data: { status: false } })
    const url = `/api/auth/handover?${name}=${code}&handover_redirect=%2F`
    expect((await browser.redeem({ url })).body).toEqual({ data: { status: false } })
    expect((await browser.redeem({ payload: { [name]: code } })).status).toBe(422)
  }
  expect(await countSessions(app)).toBe(before)
})

test('token in URL: what a target holds of it is not passed on', async () => {
  const browser = await arrived(
    'victim',
    '/search?q=chelsea&token=abc&handover=1&state=x&code=y&access_token=z',
  )
  expect((await browser.redeem()).body.data.redirect).toBe('/search?q=chelsea')
})

test('[X-HANDOVER-03] parallel redeem: of eight at the same moment exactly one wins', async () => {
  const username = 'raced-for'
  const id = await account(username)
  const browser = await arrived(username)
  const cookie = [...browser.jar].map((pair) => pair.join('=')).join('; ')
  let racing: Promise<{ status: number; body: { code?: string } }>[] = []
  await inTransaction(app.db, async (tx) => {
    // Held here, so that all of them have seen an unused code before the first may use it.
    await sql`select from accounts where id = ${id} for update`.execute(tx)
    racing = Array.from({ length: 8 }, () => browser.redeem({ cookie }))
    await vi.waitFor(async () => expect(await waiting()).toBeGreaterThanOrEqual(4), { timeout: 30_000 })
  })
  const answers = await Promise.all(racing)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'handover.refused')).toHaveLength(7)
  expect(await browser.refusals()).toEqual(Array.from({ length: 7 }, () => 'replayed'))
  expect(await sessionsOf(id)).toBe(1)
})

test('[X-LOGIN-02] guessing: past thirty calls a minute from one address there is an answer that says when to try again', async () => {
  const browser = testBrowser(app)
  await browser.begin(harbour)
  for (let count = 0; count < 30; count += 1) {
    browser.put('a.b.c')
    await browser.redeem()
  }
  const limited = await browser.redeem()
  expect(limited.status).toBe(429)
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
  const begins = testBrowser(app)
  for (let count = 0; count < 30; count += 1) await begins.begin(harbour)
  expect((await begins.call('GET', { url: '/handover/start?issuer=harbour' })).statusCode).toBe(429)
})
