import { generateKeyPairSync } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { addAccount, addTeam } from '#api/test/fixtures/factories.ts'
import { createTestClock } from '#api/test/harness/test-clock.ts'
import {
  expectHandoverRejected,
  issuersOf,
  testBrowser,
  testIssuer,
} from '#api/test/fixtures/handover-fixture.ts'

// Attacks through cookies and codes. Each starts a handover that would succeed, as the first test shows, and changes
// one thing; the audit log gives the rejection reason.

const harbour = testIssuer('harbour')
const other = testIssuer('other')
const clock = createTestClock()

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({
    clock,
    config: {
      tradeOrigins: ['https://desk.example', 'https://office.example', 'http://plain.example'],
      handover: issuersOf([harbour, other]),
    },
  })
  for (const username of ['victim', 'mallory']) {
    await addAccount(app.db, { teamId: await addTeam(app.db), username })
  }
})
afterAll(() => app.close())

const seconds = (): number => Math.floor(clock.now().getTime() / 1000)

async function started(origin?: string) {
  const browser = testBrowser(app, origin)
  return { browser, started: await browser.start(harbour) }
}

test('an untampered handover succeeds', async () => {
  const { browser, started: at } = await started()
  browser.setIssuerCookies(await harbour.code(at, { sub: 'victim' }))
  expect((await browser.redeem()).body.data).toMatchObject({ status: true, username: 'victim' })
})

test('tossed parent-domain cookie: an attacker’s own code does not log a victim in', async () => {
  const attacker = await started()
  const code = await harbour.code(attacker.started, { sub: 'mallory' })
  // The victim has not started a handover …
  const idle = testBrowser(app)
  idle.setIssuerCookies(code)
  await expectHandoverRejected(app, idle, 'no_nonce', { code: 'handover.not_started' })
  // … or has started another one.
  const busy = await started()
  busy.browser.setIssuerCookies(code)
  await expectHandoverRejected(app, busy.browser, 'wrong_nonce')
})

test('tossed parent-domain cookie: on https a nonce without the `__Host-` prefix is ignored', async () => {
  const attacker = await started('http://plain.example')
  const nonce = attacker.browser.jar.get('handover_nonce') ?? ''
  const victim = testBrowser(app)
  victim.jar.set('handover_nonce', nonce)
  victim.setIssuerCookies(
    await harbour.code({ ...attacker.started, audience: 'https://desk.example' }, { sub: 'mallory' }),
  )
  const response = await victim.redeem()
  expect(response.body.code).toBe('handover.not_started')
  expect(await victim.rejections()).toEqual(['no_nonce'])
})

test.each(['handover_session', 'handover_redirect', '__Host-handover_nonce'])(
  'two cookies: a request with %s twice is rejected, whichever is valid',
  async (name) => {
    const { browser, started: at } = await started()
    browser.setIssuerCookies(await harbour.code(at, { sub: 'victim' }))
    const good = [...browser.jar].map((pair) => pair.join('=')).join('; ')
    for (const cookie of [`${good}; ${name}=x`, `${name}=x; ${good}`]) {
      const response = await browser.redeem({ cookie })
      expect(response.body.code).toMatch(/^handover\.(rejected|not_started)$/)
      expect(response.cookies.length).toBeGreaterThan(10)
    }
    const reason = name === '__Host-handover_nonce' ? 'no_nonce' : 'two_cookies'
    expect(await browser.rejections()).toEqual([reason, reason])
  },
)

test('[X-HANDOVER-03] replayed jti: a redeemed code is rejected, in the same browser too', async () => {
  const { browser, started: at } = await started()
  browser.setIssuerCookies(await harbour.code(at, { sub: 'victim' }))
  const cookies = new Map(browser.jar)
  expect((await browser.redeem()).status).toBe(200)
  for (const [name, value] of cookies) browser.jar.set(name, value)
  await expectHandoverRejected(app, browser, 'replayed')
})

test('replayed jti: a new code with a redeemed id is rejected', async () => {
  const first = await started()
  first.browser.setIssuerCookies(
    await harbour.code(first.started, { sub: 'victim', jti: 'the-very-same-id' }),
  )
  expect((await first.browser.redeem()).status).toBe(200)
  const second = await started()
  second.browser.setIssuerCookies(
    await harbour.code(second.started, { sub: 'victim', jti: 'the-very-same-id' }),
  )
  await expectHandoverRejected(app, second.browser, 'replayed')
})

test('[X-HANDOVER-01] expired: a code works for 60 seconds', async () => {
  const at = createTestClock(clock.now())
  const early = await started()
  early.browser.setIssuerCookies(
    await harbour.code(early.started, { sub: 'victim', iat: seconds(), exp: seconds() + 60 }),
  )
  const late = await started()
  late.browser.setIssuerCookies(
    await harbour.code(late.started, { sub: 'victim', iat: seconds(), exp: seconds() + 60 }),
  )
  clock.set(new Date(seconds() * 1000 + 59_000))
  expect((await early.browser.redeem()).status).toBe(200)
  clock.advance(1000)
  await expectHandoverRejected(app, late.browser, 'expired', { code: 'handover.expired' })
  clock.set(at.now())
})

test.each([
  ['lives longer than a minute', () => ({ exp: seconds() + 61 })],
  ['was issued in the future', () => ({ iat: seconds() + 30, exp: seconds() + 60 })],
  ['ends before it starts', () => ({ iat: seconds() + 4, exp: seconds() + 3 })],
  ['never ends', () => ({ exp: undefined })],
  ['has no issue time', () => ({ iat: undefined })],
  ['has no id', () => ({ jti: undefined })],
  ['has a guessable id', () => ({ jti: '7' })],
  ['has no subject', () => ({ sub: undefined })],
])('expired: a code that %s is rejected', async (_text, claims) => {
  const { browser, started: at } = await started()
  browser.setIssuerCookies(await harbour.code(at, { sub: 'victim', ...claims() }))
  await expectHandoverRejected(app, browser, 'malformed')
})

test.each([
  ['of another site', 'https://elsewhere.example'],
  ['of another of our sites', 'https://office.example'],
  ['that is a list', ['https://desk.example', 'https://elsewhere.example']],
  ['that is missing', undefined],
])('[X-HANDOVER-02] wrong aud: a code for an origin %s is rejected', async (_text, aud) => {
  const { browser, started: at } = await started()
  // The cast lets one row omit the claim.
  browser.setIssuerCookies(await harbour.code(at, { sub: 'victim', aud: aud as string }))
  await expectHandoverRejected(app, browser, Array.isArray(aud) ? 'malformed' : 'wrong_audience')
})

test('[X-HANDOVER-02] wrong aud: a code presented to another of our sites is rejected there', async () => {
  const { browser, started: at } = await started()
  const code = await harbour.code(at, { sub: 'victim' })
  const otherSite = testBrowser(app, 'https://office.example')
  for (const [name, value] of browser.jar) otherSite.jar.set(name, value)
  otherSite.setIssuerCookies(code)
  await expectHandoverRejected(app, otherSite, 'wrong_audience')
})

test('wrong iss: a validly signed code that names another issuer is rejected', async () => {
  const { browser, started: at } = await started()
  browser.setIssuerCookies(await harbour.code(at, { sub: 'victim', iss: other.origin }))
  await expectHandoverRejected(app, browser, 'wrong_issuer')
})

test('wrong iss: an issuer cannot complete a handover that was started with another', async () => {
  const { browser, started: at } = await started()
  browser.setIssuerCookies(await other.code(at, { sub: 'victim' }))
  await expectHandoverRejected(app, browser, 'wrong_signature')
  const again = await started()
  again.browser.setIssuerCookies(await other.code(again.started, { sub: 'victim', iss: harbour.origin }))
  await expectHandoverRejected(app, again.browser, 'wrong_signature')
})

test.each([
  'none',
  'None',
  'another key',
  'the public key as a secret',
  'a key of its own in its header',
  'a changed payload',
])('alg=none and variants: a code signed with %s is rejected', async (how) => {
  const { browser, started: at } = await started()
  const good = await harbour.code(at, { sub: 'mallory' })
  const [header = '', body = '', signature = ''] = good.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const forged: Record<string, () => string | Promise<string>> = {
    none: () => new UnsecuredJWT(claims).encode(),
    None: () => `${encode({ alg: 'None' })}.${body}.${signature}`,
    'another key': () =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'EdDSA' })
        .sign(generateKeyPairSync('ed25519').privateKey),
    'the public key as a secret': () =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(harbour.publicKey.export({ type: 'spki', format: 'pem' }))),
    'a key of its own in its header': () => {
      const forgedKeys = generateKeyPairSync('ed25519')
      const jwk = forgedKeys.publicKey.export({ format: 'jwk' })
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'EdDSA', jwk, kid: 'own' })
        .sign(forgedKeys.privateKey)
    },
    'a changed payload': () => `${header}.${encode({ ...claims, sub: 'victim' })}.${signature}`,
  }
  browser.setIssuerCookies((await forged[how]?.()) ?? '')
  await expectHandoverRejected(app, browser, 'wrong_signature')
})

test.each([
  ['nothing', ''],
  ['words', 'hello'],
  ['three parts of nothing', '..'],
  ['three parts', 'a.b.c'],
  ['JSON', encodeURIComponent('{"token":"a-raw-token-of-an-old-site"}')],
  ['ten thousand characters', 'x'.repeat(10_000)],
  ['invalid percent-encoding', '%E0%A4%A'],
])('a session cookie of %s is rejected', async (_text, value) => {
  const { browser } = await started()
  browser.setIssuerCookies(value)
  await expectHandoverRejected(app, browser, 'malformed')
})

test('nonce missing: a browser that did not start the handover is rejected', async () => {
  const { browser, started: at } = await started()
  browser.setIssuerCookies(await harbour.code(at, { sub: 'victim' }))
  browser.jar.delete('__Host-handover_nonce')
  await expectHandoverRejected(app, browser, 'no_nonce', { code: 'handover.not_started' })
})

test.each(['', 'harbour', 'harbour.short', `unknown.${'x'.repeat(43)}`, `harbour.${'x'.repeat(44)}`])(
  'nonce missing: an invalid nonce cookie "%s" is ignored',
  async (nonce) => {
    const { browser, started: at } = await started()
    browser.setIssuerCookies(await harbour.code(at, { sub: 'victim' }))
    browser.jar.set('__Host-handover_nonce', nonce)
    const response = await browser.redeem()
    expect(response.body.code).toBe('handover.not_started')
  },
)

test('nonce of another browser: a stolen code is useless in another browser', async () => {
  const victim = await started()
  const thief = await started()
  thief.browser.setIssuerCookies(await harbour.code(victim.started, { sub: 'victim' }))
  await expectHandoverRejected(app, thief.browser, 'wrong_nonce')
  // Starting again replaces the nonce, so the earlier handover in this browser is void.
  const again = await victim.browser.start(harbour)
  expect(again.state).not.toBe(victim.started.state)
  victim.browser.setIssuerCookies(await harbour.code(victim.started, { sub: 'victim' }))
  await expectHandoverRejected(app, victim.browser, 'wrong_nonce')
})
