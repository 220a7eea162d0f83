import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { addAccount, addTeam } from '../../test/factories.ts'
import { expectRefused, issuersOf, testBrowser, testIssuer } from './test-handover.ts'

const rawToken = 'raw-token-of-the-old-site'

interface Asked {
  authorization: string | undefined
  token: string | null
}

/** The old site's introspection: what it is asked, and what it answers next. */
const asked: Asked[] = []
let reply: { status: number; body: unknown; location?: string }
const site = createServer((request, response) => void answerTo(request, response))

async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const token = new URLSearchParams(await read(request)).get('token')
  asked.push({ authorization: request.headers.authorization, token })
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
  // Given by `listen` above: a TCP port.
  const { port } = site.address() as AddressInfo
  old = testIssuer('old', {
    introspection_url: `http://127.0.0.1:${port}/introspect`,
    introspection_secret: 'known to both sites',
  })
  const tradeOrigins = ['https://desk.example']
  app = await buildTestApp({
    config: { tradeOrigins, handover: issuersOf([old], { HANDOVER_LEGACY_TOKENS: 'accept' }) },
  })
  strict = await buildTestApp({ config: { tradeOrigins, handover: issuersOf([old]) } })
  const teamId = await addTeam(app.db)
  accountId = await addAccount(app.db, { teamId, username: 'old-hand', role: 'seller' })
  await addAccount(app.db, { teamId, username: 'gone', status: 'suspended' })
})
afterAll(async () => {
  await app.close()
  await strict.close()
  site.close()
})
afterEach(() => {
  asked.length = 0
})

const answers = (body: unknown, status = 200) => {
  reply = { status, body }
}

const cookie = (value: unknown): string => encodeURIComponent(JSON.stringify(value))

async function arrived(value: string, at = app) {
  const browser = testBrowser(at)
  await browser.begin(old)
  browser.put(value, '/search?q=x')
  return browser
}

test('[X-HANDOVER-05] without the flag a raw token is refused, and nobody is asked about it', async () => {
  answers({ active: true, sub: 'old-hand' })
  const browser = await arrived(cookie(rawToken), strict)
  await expectRefused(strict, browser, 'malformed')
  expect(asked).toEqual([])
})

test.each([
  ['the token itself', rawToken],
  ['an object that holds it', { token: rawToken, seller_level: 7, role: 'operator', id: 'usr_other' }],
])(
  '[X-HANDOVER-05] [X-HANDOVER-04] [HANDOVER-05] %s is asked about at its issuer, agreed to, and becomes a session of our own',
  async (_text, value) => {
    answers({ active: true, sub: 'Old-Hand', seller_level: 7 })
    const browser = await arrived(cookie(value))
    // Nothing binds a raw token to this browser, so that a person has to say yes, logged in or not.
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
    expect(asked).toEqual([
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

test('[X-HANDOVER-03] a raw token serves once for each beginning', async () => {
  answers({ active: true, sub: 'old-hand' })
  const browser = await arrived(cookie(rawToken))
  const cookies = new Map(browser.jar)
  const { confirm } = (await browser.redeem()).body.errors.handover
  expect((await browser.redeem({ confirm })).status).toBe(200)
  for (const [name, value] of cookies) browser.jar.set(name, value)
  await expectRefused(app, browser, 'replayed', { confirm })
})

test.each([
  ['{"token":', 'broken JSON'],
  ['%E0%A4%A', 'what no decoder takes'],
  ['not-json', 'a bare word'],
  ['', 'nothing'],
])('[X-HANDOVER-05] a cookie of %s (%s) is no JSON: nobody is logged in, and nobody asked', async (value) => {
  const browser = await arrived(value)
  await expectRefused(app, browser, 'token_not_json', { code: 'handover.unreadable' })
  expect(asked).toEqual([])
})

test.each([7, null, [rawToken], {}, { token: 7 }, 'short', 'with spaces in the middle', 'x'.repeat(5000)])(
  'JSON that is no token is refused: %j',
  async (value) => {
    const browser = await arrived(cookie(value))
    await expectRefused(app, browser, 'malformed')
    expect(asked).toEqual([])
  },
)

test.each([
  ['that it is not active', { active: false, sub: 'old-hand' }],
  ['nobody', { active: true }],
  ['that its time is over', { active: true, sub: 'old-hand', exp: 1_700_000_000 }],
])('[X-HANDOVER-05] a raw token of which its issuer says %s is refused', async (_text, body) => {
  answers(body)
  await expectRefused(app, await arrived(cookie(rawToken)), 'token_inactive')
})

test.each([
  ['fails', { status: 500, body: {} }],
  ['does not know us', { status: 401, body: { active: true, sub: 'old-hand' } }],
  ['answers something else', { status: 200, body: { ok: true } }],
  ['leads elsewhere', { status: 307, body: {}, location: 'http://127.0.0.1:9/' }],
])(
  '[X-HANDOVER-05] an issuer that %s is believed nothing, and the cookies stay for another try',
  async (_text, answer) => {
    reply = answer
    const browser = await arrived(cookie(rawToken))
    const refused = await browser.redeem()
    expect(refused.status).toBe(503)
    expect(refused.body.code).toBe('handover.issuer_silent')
    expect(await browser.refusals()).toEqual(['issuer_silent'])
    expect(browser.jar.has('handover_session')).toBe(true)
    expect(refused.body.errors.restart).toBe('/handover/start?issuer=old&return_to=%2Fsearch%3Fq%3Dx')
  },
)

test('a raw token of a suspended account opens nothing', async () => {
  answers({ active: true, sub: 'gone' })
  await expectRefused(app, await arrived(cookie(rawToken)), 'no_account', { code: 'handover.no_account' })
})

test('a raw token in a browser that did not begin is refused before anybody is asked', async () => {
  answers({ active: true, sub: 'old-hand' })
  const browser = testBrowser(app)
  browser.put(cookie(rawToken))
  await expectRefused(app, browser, 'no_nonce', { code: 'handover.not_begun' })
  expect(asked).toEqual([])
})

test('a forged code of an issuer with introspection is judged as a code', async () => {
  answers({ active: true, sub: 'old-hand' })
  const browser = await arrived('eyJhbGciOiJub25lIn0.e30.')
  await expectRefused(app, browser, 'wrong_signature')
  expect(asked).toEqual([])
})
