import { sessionsRoutes } from '@terrace/contracts/sessions'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { databaseJobs } from '#api/jobs/scheduled-jobs.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { addAccount, addTeam } from '#api/test/fixtures/factories.ts'
import { issuersOf, testBrowser, testIssuer } from '#api/test/fixtures/handover-fixture.ts'

const harbour = testIssuer('harbour')
const shared = testIssuer('shared', {
  public_key: undefined,
  secret: 'a secret of thirty-two characters',
  subject: 'email',
})

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({
    config: {
      tradeOrigins: ['https://desk.example', 'https://a.b.desk.example', 'http://plain.example'],
      handover: issuersOf([harbour, shared]),
    },
  })
})
afterAll(() => app.close())

let userCount = 0
async function addTestUser(values: { role?: 'buyer' | 'seller'; status?: 'active' | 'suspended' } = {}) {
  const username = `Person${(userCount += 1)}`
  const teamId = await addTeam(app.db, { name: `${username} Ltd` })
  return { username, teamId, accountId: await addAccount(app.db, { teamId, username, ...values }) }
}

/** A browser after a handover of the account, before the page's own call. */
async function arrived(username: string, { at = '/', origin = 'https://desk.example' } = {}) {
  const browser = testBrowser(app, origin)
  const started = await browser.start(harbour, at)
  browser.setIssuerCookies(await harbour.code(started, { sub: username }), at)
  return browser
}

async function isSession(token: string): Promise<boolean> {
  const response = await app.app.inject({
    url: '/api/settings/trade/info',
    headers: { authorization: `Bearer ${token}` },
  })
  return response.statusCode === 200
}

test('[HANDOVER-01] [X-HANDOVER-01] [X-HANDOVER-04] both cookies give a new session and the target page', async () => {
  const { username, accountId } = await addTestUser()
  const browser = await arrived(username.toLowerCase(), { at: '/tickets/arsenal-v-chelsea/17?quantity=2' })
  const code = browser.jar.get('handover_session') ?? ''
  const { status, body, headers } = await browser.redeem()
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    status: true,
    username,
    trade_user: true,
    redirect: '/tickets/arsenal-v-chelsea/17?quantity=2',
  })
  expect(body.data.token).toMatch(/^[\w-]{43}$/)
  expect(code).not.toContain(body.data.token)
  expect(await isSession(body.data.token)).toBe(true)
  // The cookie's value is never a session.
  expect(await isSession(code)).toBe(false)
  const sessions = await app.db
    .selectFrom('sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .execute()
  expect(sessions).toHaveLength(1)
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['referrer-policy']).toBe('no-referrer')
})

test('[HANDOVER-01] one cookie alone does nothing and the code stays valid', async () => {
  const { username, accountId } = await addTestUser()
  const browser = await arrived(username)
  const code = browser.jar.get('handover_session') ?? ''
  browser.jar.delete('handover_session')
  const redirectOnly = await browser.redeem()
  expect([redirectOnly.status, redirectOnly.body, redirectOnly.cookies]).toEqual([
    200,
    { data: { status: false } },
    [],
  ])
  browser.jar.delete('handover_redirect')
  browser.jar.set('handover_session', code)
  expect((await browser.redeem()).body).toEqual({ data: { status: false } })
  const rows = await app.db.selectFrom('sessions').select('id').where('account_id', '=', accountId).execute()
  expect(rows).toEqual([])
  browser.setIssuerCookies(code)
  expect((await browser.redeem()).body.data.status).toBe(true)
})

test('[HANDOVER-03] the cookies are deleted for every domain and path they may have been set for', async () => {
  const { username } = await addTestUser()
  const browser = await arrived(username, { origin: 'https://a.b.desk.example' })
  const { cookies } = await browser.redeem()
  expect(browser.handoverCookies()).toEqual([])
  for (const name of ['handover_redirect', 'handover_session']) {
    for (const domain of ['', 'a.b.desk.example', 'b.desk.example', 'desk.example']) {
      for (const path of ['/', '/api', '/api/', '/api/auth', '/api/auth/', '/api/auth/handover']) {
        const attributes = `Max-Age=0; Path=${path}${domain && `; Domain=${domain}`}`
        expect(cookies).toContain(`${name}=; ${attributes}`)
      }
    }
  }
  expect(cookies).toContain('__Host-handover_nonce=; Max-Age=0; Path=/; Secure')
  expect(cookies.filter((cookie) => cookie.startsWith('__Host-known_device_'))).toHaveLength(1)
  expect(cookies).toHaveLength(50)
})

test('[HANDOVER-05] role and team come from our database, and the code’s claims are ignored', async () => {
  const { username, teamId } = await addTestUser({ role: 'seller' })
  const browser = testBrowser(app)
  const started = await browser.start(harbour)
  browser.setIssuerCookies(
    await harbour.code(started, {
      sub: username,
      seller_level: 9,
      sellerLevel: 9,
      role: 'operator',
      team_data: { id: 'tm_other' },
    }),
  )
  const { body } = await browser.redeem()
  expect(body.data).toMatchObject({ status: true, role: 'seller', team_data: { id: teamId } })
  expect(JSON.stringify(body)).not.toMatch(/level/i)
})

test('the browser’s previous session ends, and the new one is listed with address and browser', async () => {
  const { username, accountId } = await addTestUser()
  const first = await (await arrived(username)).redeem()
  const browser = await arrived(username)
  const second = await browser.redeem({
    token: first.body.data.token,
    headers: { 'user-agent': 'Browser/7' },
  })
  expect(second.status).toBe(200)
  expect(await isSession(first.body.data.token)).toBe(false)
  const list = await app.app.inject({
    url: '/api/settings/account/sessions',
    headers: { authorization: `Bearer ${second.body.data.token}` },
  })
  expect(sessionsRoutes.list.response.parse(list.json()).data).toMatchObject([
    { current: true, user_agent: 'Browser/7', address: expect.stringMatching(/^2001:db8:.*\/64$/) },
  ])
  const ended = await app.db
    .selectFrom('outbox')
    .select('payload')
    .where('topic', '=', 'session.revoked')
    .execute()
  expect(ended.map(({ payload }) => payload['accountId'])).toContain(accountId)
})

test('starting sets a nonce that only this host and browser see, and no script', async () => {
  const browser = testBrowser(app)
  const response = await browser.call('GET', {
    url: '/handover/start?issuer=harbour&return_to=%2Fsearch%3Fq%3Dx',
  })
  expect(response.statusCode).toBe(303)
  expect(response.headers['set-cookie']).toMatch(
    /^__Host-handover_nonce=harbour\.[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict; Secure$/,
  )
  expect(response.headers['cache-control']).toBe('no-store')
  expect(response.headers['referrer-policy']).toBe('no-referrer')
  const there = new URL(String(response.headers.location))
  expect(there.origin + there.pathname).toBe('https://harbour.example/authorize')
  expect(Object.fromEntries(there.searchParams)).toEqual({
    client: 'desk',
    state: expect.stringMatching(/^[\w-]{43}$/),
    audience: 'https://desk.example',
    return_url: 'https://desk.example/search?q=x',
  })
  // The issuer gets only a hash, so its logs do not reveal the cookie.
  expect(String(response.headers['set-cookie'])).not.toContain(there.searchParams.get('state'))
})

test('on plain http the nonce cookie has no prefix, because browsers would reject it', async () => {
  const { username } = await addTestUser()
  const browser = await arrived(username, { origin: 'http://plain.example' })
  expect([...browser.jar.keys()]).toContain('handover_nonce')
  expect((await browser.redeem()).body.data.status).toBe(true)
})

test.each([
  ['/handover/start', 'issuer'],
  ['/handover/start?issuer=unknown', 'issuer'],
  ['/handover/start?issuer=harbour&issuer=shared', 'issuer'],
  ['/handover/start?issuer=harbour&return_to=%2F%2Fevil.example', 'return_to'],
  ['/handover/start?issuer=harbour&return_to=https%3A%2F%2Fevil.example%2F', 'return_to'],
])('%s is rejected by field and sets no cookie', async (url, field) => {
  const response = await testBrowser(app).call('GET', { url })
  expect(response.statusCode).toBe(422)
  expect(Object.keys(response.json().errors.fields)).toEqual([field])
  expect(response.headers['set-cookie']).toBeUndefined()
})

test('a browser with an invalid link or too many requests gets an error page', async () => {
  const browser = testBrowser(app)
  const visit = (url: string) => browser.call('GET', { url, headers: { accept: 'text/html,*/*;q=0.8' } })
  const wrong = await visit('/handover/start?issuer=%3Cb%3E')
  expect(wrong.statusCode).toBe(422)
  expect(wrong.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(wrong.headers['cache-control']).toBe('no-store')
  expect(wrong.body).toContain('This link is invalid.')
  expect(wrong.body).toContain('href="/login"')
  expect(wrong.body).not.toMatch(/<b>|<script|\sstyle=/)
  expect((await visit('/handover/page.css')).headers['content-type']).toBe('text/css; charset=utf-8')
  for (let count = 0; count < 30; count += 1) await visit('/handover/start')
  const often = await visit('/handover/start?issuer=harbour')
  expect([often.statusCode, often.body]).toEqual([429, expect.stringMatching(/wait a moment/i)])
})

test('starting requires a top-level navigation to one of our hosts', async () => {
  const url = '/handover/start?issuer=harbour'
  const headers: Record<string, string>[] = [
    { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    { host: 'evil.example' },
  ]
  for (const each of headers) {
    const response = await testBrowser(app).call('GET', { url, headers: each })
    expect(response.json().code).toBe('handover.foreign_page')
    expect(response.headers['set-cookie']).toBeUndefined()
  }
})

test('an issuer with a shared secret hands over by email address', async () => {
  const { accountId, username } = await addTestUser()
  const { email } = await app.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const browser = testBrowser(app)
  const started = await browser.start(shared)
  const { SignJWT } = await import('jose')
  const now = Math.floor(Date.now() / 1000)
  browser.setIssuerCookies(
    await new SignJWT({ nonce: started.state, jti: 'a-code-of-its-own', iat: now, exp: now + 30 })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(shared.origin)
      .setAudience(started.audience)
      .setSubject(email.toUpperCase())
      .sign(new TextEncoder().encode(String(shared.setting['secret']))),
  )
  expect((await browser.redeem()).body.data.username).toBe(username)
})

test('declining keeps the current session and consumes the code', async () => {
  const { username } = await addTestUser()
  const browser = await arrived(username)
  const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const declined = await browser.call('DELETE')
  expect(declined.json()).toEqual({ data: { status: true } })
  expect(declined.headers['set-cookie']).toContain('handover_session=; Max-Age=0; Path=/')
  expect((await browser.redeem({ cookie })).body.code).toBe('handover.rejected')
  expect(await browser.rejections()).toEqual(['replayed'])
})

test('start, redemption and rejection are in the audit log, without code or token', async () => {
  const { username, accountId, teamId } = await addTestUser()
  const browser = await arrived(username)
  const code = browser.jar.get('handover_session') ?? ''
  const { body } = await browser.redeem()
  browser.setIssuerCookies(code)
  await browser.redeem()
  const records = await readSecurityEvents(app.db, { ipAddress: browser.remoteAddress, limit: 10 })
  expect(records.map(({ kind, details }) => [kind, details])).toEqual([
    ['handover.started', { issuer: 'harbour' }],
    ['handover.linked', { issuer: 'harbour' }],
    ['handover.redeemed', { issuer: 'harbour' }],
    ['handover.rejected', { reason: 'no_nonce' }],
  ])
  expect(records[2]).toMatchObject({ actor: username, account: username, teamId })
  const { rows } = await sql<{ text: string }>`
    select (select coalesce(json_agg(s), '[]') from security_events s)::text ||
      (select json_agg(r) from handover_redemptions r)::text as text`.execute(app.db)
  for (const secret of [code, code.split('.')[2] ?? '', body.data.token])
    expect(rows[0]?.text).not.toContain(secret)
  expect(accountId).toMatch(/^usr_/)
})

test('purging deletes redemptions of expired codes and keeps younger ones', async () => {
  const { username } = await addTestUser()
  await (await arrived(username)).redeem()
  await sql`insert into handover_redemptions (issuer, code_hash, expires_at)
    values ('harbour', sha256('old'), now() - interval '25 hours')`.execute(app.db)
  const count = async () =>
    (await app.db.selectFrom('handover_redemptions').select('issuer').execute()).length
  const before = await count()
  expect(await databaseJobs.find(({ name }) => name === 'purge-handovers')?.run(app.db)).toBe(1)
  expect(await count()).toBe(before - 1)
})
