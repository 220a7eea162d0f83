import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { addAccount, addTeam } from '#api/test/fixtures/factories.ts'
import {
  expectHandoverRejected,
  issuersOf,
  testBrowser,
  testIssuer,
} from '#api/test/fixtures/handover-fixture.ts'

const rawToken = 'raw-token-of-the-old-site'

interface IntrospectionCall {
  authorization: string | undefined
  token: string | null
}

/** The legacy site's introspection endpoint: received calls and the next reply. */
const introspections: IntrospectionCall[] = []
let reply: { status: number; body: unknown; location?: string }
const site = createServer((request, response) => void handleRequest(request, response))

async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const token = new URLSearchParams(await read(request)).get('token')
  introspections.push({ authorization: request.headers.authorization, token })
  response.writeHead(reply.status, {
    'content-type': 'application/json',
    ...(reply.location !== undefined && { location: reply.location }),
  })
  response.end(JSON.stringify(reply.body))
}

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

let app: TestApp
let strict: TestApp
let old: ReturnType<typeof testIssuer>
let accountId: string
beforeAll(async () => {
  await new Promise<void>((done) => {
    site.listen(0, '127.0.0.1', done)
  })
  // Safe: `listen` was given a TCP port.
  const { port } = site.address() as AddressInfo
  old = testIssuer('old', {
    introspection_url: `http://127.0.0.1:${port}/introspect`,
    introspection_secret: 'known to both sites',
  })
  const tradeOrigins = ['https://desk.example']
  app = await buildTestApp({
    config: { tradeOrigins, handover: issuersOf([old], { HANDOVER_ALLOW_LEGACY_TOKENS: 'true' }) },
  })
  strict = await buildTestApp({ config: { tradeOrigins, handover: issuersOf([old]) } })
  const teamId = await addTeam(app.db)
  accountId = await addAccount(app.db, { teamId, username: 'old-hand', role: 'seller' })
  await addAccount(app.db, { teamId, username: 'suspended', status: 'suspended' })
})
afterAll(async () => {
  await app.close()
  await strict.close()
  site.close()
})
afterEach(() => {
  introspections.length = 0
})

const issuerReplies = (body: unknown, status = 200) => {
  reply = { status, body }
}

const cookie = (value: unknown): string => encodeURIComponent(JSON.stringify(value))

async function arrived(value: string, at = app) {
  const browser = testBrowser(at)
  await browser.start(old)
  browser.setIssuerCookies(value, '/search?q=x')
  return browser
}

test('[X-HANDOVER-05] without the flag a raw token is rejected without introspection', async () => {
  issuerReplies({ active: true, sub: 'old-hand' })
  const browser = await arrived(cookie(rawToken), strict)
  await expectHandoverRejected(strict, browser, 'malformed')
  expect(introspections).toEqual([])
})

test.each([
  ['the token itself', rawToken],
  ['an object that contains it', { token: rawToken, seller_level: 7, role: 'operator', id: 'usr_other' }],
])(
  '[X-HANDOVER-05] [X-HANDOVER-04] [HANDOVER-05] %s is introspected, confirmed and becomes a new session',
  async (_text, value) => {
    issuerReplies({ active: true, sub: 'Old-Hand', seller_level: 7 })
    const browser = await arrived(cookie(value))
    // A raw token is not bound to this browser, so the user must always confirm.
    const question = await browser.redeem()
    expect(question.status).toBe(409)
    expect(question.body.errors.handover).toMatchObject({ from: null, to: { username: 'old-hand' } })
    const { body } = await browser.redeem({ confirm: question.body.errors.handover.confirm })
    expect(body.data).toMatchObject({
      status: true,
      id: accountId,
      role: 'seller',
      redirect: '/search?q=x',
    })
    expect(JSON.stringify(body)).not.toMatch(/level|raw-token/)
    expect(introspections).toEqual([
      { authorization: 'Bearer known to both sites', token: rawToken },
      { authorization: 'Bearer known to both sites', token: rawToken },
    ])
    const asSession = await app.app.inject({
      url: '/api/settings/trade/info',
      headers: { authorization: `Bearer ${rawToken}` },
    })
    expect(asSession.statusCode).toBe(401)
  },
)

test('[X-HANDOVER-03] a raw token works once per started handover', async () => {
  issuerReplies({ active: true, sub: 'old-hand' })
  const browser = await arrived(cookie(rawToken))
  const cookies = new Map(browser.jar)
  const { confirm } = (await browser.redeem()).body.errors.handover
  expect((await browser.redeem({ confirm })).status).toBe(200)
  for (const [name, value] of cookies) browser.jar.set(name, value)
  await expectHandoverRejected(app, browser, 'replayed', { confirm })
})

test.each([
  ['{"token":', 'broken JSON'],
  ['%E0%A4%A', 'invalid percent-encoding'],
  ['not-json', 'a bare word'],
  ['', 'nothing'],
])('[X-HANDOVER-05] a cookie of %s (%s) is not JSON and is rejected without introspection', async (value) => {
  const browser = await arrived(value)
  await expectHandoverRejected(app, browser, 'token_not_json', { code: 'handover.unreadable' })
  expect(introspections).toEqual([])
})

test.each([7, null, [rawToken], {}, { token: 7 }, 'short', 'with spaces in the middle', 'x'.repeat(5000)])(
  'JSON that is not a token is rejected: %j',
  async (value) => {
    const browser = await arrived(cookie(value))
    await expectHandoverRejected(app, browser, 'malformed')
    expect(introspections).toEqual([])
  },
)

test.each([
  ['as inactive', { active: false, sub: 'old-hand' }],
  ['without a subject', { active: true }],
  ['as expired', { active: true, sub: 'old-hand', exp: 1_700_000_000 }],
])('[X-HANDOVER-05] a raw token that its issuer reports %s is rejected', async (_text, body) => {
  issuerReplies(body)
  await expectHandoverRejected(app, await arrived(cookie(rawToken)), 'token_inactive')
})

test.each([
  ['fails', { status: 500, body: {} }],
  ['does not know us', { status: 401, body: { active: true, sub: 'old-hand' } }],
  ['returns an unexpected body', { status: 200, body: { ok: true } }],
  ['redirects elsewhere', { status: 307, body: {}, location: 'http://127.0.0.1:9/' }],
])(
  '[X-HANDOVER-05] an issuer that %s is not trusted, and the cookies stay for a retry',
  async (_text, failure) => {
    reply = failure
    const browser = await arrived(cookie(rawToken))
    const rejected = await browser.redeem()
    expect(rejected.status).toBe(503)
    expect(rejected.body.code).toBe('handover.issuer_silent')
    expect(await browser.rejections()).toEqual(['issuer_silent'])
    expect(browser.jar.has('handover_session')).toBe(true)
    expect(rejected.body.errors.restart).toBe('/handover/start?issuer=old&return_to=%2Fsearch%3Fq%3Dx')
  },
)

test('a raw token of a suspended account is rejected', async () => {
  issuerReplies({ active: true, sub: 'suspended' })
  await expectHandoverRejected(app, await arrived(cookie(rawToken)), 'no_account', {
    code: 'handover.no_account',
  })
})

test('a raw token in a browser that did not start is rejected before introspection', async () => {
  issuerReplies({ active: true, sub: 'old-hand' })
  const browser = testBrowser(app)
  browser.setIssuerCookies(cookie(rawToken))
  await expectHandoverRejected(app, browser, 'no_nonce', { code: 'handover.not_started' })
  expect(introspections).toEqual([])
})

test('a forged code from an issuer with introspection is verified as a code', async () => {
  issuerReplies({ active: true, sub: 'old-hand' })
  const browser = await arrived('eyJhbGciOiJub25lIn0.e30.')
  await expectHandoverRejected(app, browser, 'wrong_signature')
  expect(introspections).toEqual([])
})
