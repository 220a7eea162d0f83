import { generateKeyPairSync } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { addAccount, addTeam } from '../../test/factories.ts'
import { createTestClock } from '../../test/test-clock.ts'
import { expectRefused, issuersOf, testBrowser, testIssuer } from './test-handover.ts'

// Rows of wire.md §6.3 that are about cookies and codes. Each attack begins with a handover that would succeed, as the first test
// shows, and changes the one thing that it is about; why it was refused is read from the audit log.

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

async function begun(origin?: string) {
  const browser = testBrowser(app, origin)
  return { browser, begun: await browser.begin(harbour) }
}

test('a handover that nobody tampers with succeeds', async () => {
  const { browser, begun: at } = await begun()
  browser.put(await harbour.code(at, { sub: 'victim' }))
  expect((await browser.redeem()).body.data).toMatchObject({ status: true, username: 'victim' })
})

test('tossed parent-domain cookie: the code that an attacker got for themselves does not log a victim into their account', async () => {
  const attacker = await begun()
  const code = await harbour.code(attacker.begun, { sub: 'mallory' })
  // The victim has never begun …
  const idle = testBrowser(app)
  idle.put(code)
  await expectRefused(app, idle, 'no_nonce', { code: 'handover.not_begun' })
  // … or is on the way themselves.
  const busy = await begun()
  busy.browser.put(code)
  await expectRefused(app, busy.browser, 'wrong_nonce')
})

test('tossed parent-domain cookie: a nonce without the prefix, which a sibling domain can set, is none on https', async () => {
  const attacker = await begun('http://plain.example')
  const nonce = attacker.browser.jar.get('handover_nonce') ?? ''
  const victim = testBrowser(app)
  victim.jar.set('handover_nonce', nonce)
  victim.put(await harbour.code({ ...attacker.begun, audience: 'https://desk.example' }, { sub: 'mallory' }))
  const answer = await victim.redeem()
  expect(answer.body.code).toBe('handover.not_begun')
  expect(await victim.refusals()).toEqual(['no_nonce'])
})

test.each(['handover_session', 'handover_redirect', '__Host-handover_nonce'])(
  'two cookies: %s twice in one request is refused, whichever of them is good',
  async (name) => {
    const { browser, begun: at } = await begun()
    browser.put(await harbour.code(at, { sub: 'victim' }))
    const good = [...browser.jar].map((pair) => pair.join('=')).join('; ')
    for (const cookie of [`${good}; ${name}=x`, `${name}=x; ${good}`]) {
      const answer = await browser.redeem({ cookie })
      expect(answer.body.code).toMatch(/^handover\.(refused|not_begun)$/)
      expect(answer.cookies.length).toBeGreaterThan(10)
    }
    const reason = name === '__Host-handover_nonce' ? 'no_nonce' : 'two_cookies'
    expect(await browser.refusals()).toEqual([reason, reason])
  },
)

test('[X-HANDOVER-03] replayed jti: a code that has been redeemed is refused, in the same browser too', async () => {
  const { browser, begun: at } = await begun()
  browser.put(await harbour.code(at, { sub: 'victim' }))
  const cookies = new Map(browser.jar)
  expect((await browser.redeem()).status).toBe(200)
  for (const [name, value] of cookies) browser.jar.set(name, value)
  await expectRefused(app, browser, 'replayed')
})

test('replayed jti: another code with the id of one that has been redeemed is refused', async () => {
  const first = await begun()
  first.browser.put(await harbour.code(first.begun, { sub: 'victim', jti: 'the-very-same-id' }))
  expect((await first.browser.redeem()).status).toBe(200)
  const second = await begun()
  second.browser.put(await harbour.code(second.begun, { sub: 'victim', jti: 'the-very-same-id' }))
  await expectRefused(app, second.browser, 'replayed')
})

test('[X-HANDOVER-01] expired: a code is good for 60 seconds and not for one more', async () => {
  const at = createTestClock(clock.now())
  const early = await begun()
  early.browser.put(await harbour.code(early.begun, { sub: 'victim', iat: seconds(), exp: seconds() + 60 }))
  const late = await begun()
  late.browser.put(await harbour.code(late.begun, { sub: 'victim', iat: seconds(), exp: seconds() + 60 }))
  clock.set(new Date(seconds() * 1000 + 59_000))
  expect((await early.browser.redeem()).status).toBe(200)
  clock.advance(1000)
  await expectRefused(app, late.browser, 'expired', { code: 'handover.expired' })
  clock.set(at.now())
})

test.each([
  ['lives longer than a minute', () => ({ exp: seconds() + 61 })],
  ['was issued in the future', () => ({ iat: seconds() + 30, exp: seconds() + 60 })],
  ['ends before it begins', () => ({ iat: seconds() + 4, exp: seconds() + 3 })],
  ['never ends', () => ({ exp: undefined })],
  ['was issued at no time', () => ({ iat: undefined })],
  ['has no id', () => ({ jti: undefined })],
  ['has an id to be guessed', () => ({ jti: '7' })],
  ['names nobody', () => ({ sub: undefined })],
])('expired: a code that %s is none', async (_text, claims) => {
  const { browser, begun: at } = await begun()
  browser.put(await harbour.code(at, { sub: 'victim', ...claims() }))
  await expectRefused(app, browser, 'malformed')
})

test.each([
  ['of another site', 'https://elsewhere.example'],
  ['of another site of ours', 'https://office.example'],
  ['that is a list', ['https://desk.example', 'https://elsewhere.example']],
  ['that is missing', undefined],
])('[X-HANDOVER-02] wrong aud: a code for an origin %s is refused', async (_text, aud) => {
  const { browser, begun: at } = await begun()
  // jose would not sign the undefined one by its own method; the claim is simply not there.
  browser.put(await harbour.code(at, { sub: 'victim', aud: aud as string }))
  await expectRefused(app, browser, Array.isArray(aud) ? 'malformed' : 'wrong_audience')
})

test('[X-HANDOVER-02] wrong aud: a code that is shown to another site of ours is refused there', async () => {
  const { browser, begun: at } = await begun()
  const code = await harbour.code(at, { sub: 'victim' })
  const there = testBrowser(app, 'https://office.example')
  for (const [name, value] of browser.jar) there.jar.set(name, value)
  there.put(code)
  await expectRefused(app, there, 'wrong_audience')
})

test('wrong iss: a code that names another issuer is refused, though the signature is good', async () => {
  const { browser, begun: at } = await begun()
  browser.put(await harbour.code(at, { sub: 'victim', iss: other.origin }))
  await expectRefused(app, browser, 'wrong_issuer')
})

test('wrong iss: one issuer cannot answer what was begun at another', async () => {
  const { browser, begun: at } = await begun()
  browser.put(await other.code(at, { sub: 'victim' }))
  await expectRefused(app, browser, 'wrong_signature')
  const again = await begun()
  again.browser.put(await other.code(again.begun, { sub: 'victim', iss: harbour.origin }))
  await expectRefused(app, again.browser, 'wrong_signature')
})

test.each([
  'none',
  'None',
  'another key',
  'the public key as a secret',
  'a key of its own in its head',
  'a changed payload',
])('alg=none and its kind: a code signed with %s is refused', async (how) => {
  const { browser, begun: at } = await begun()
  const good = await harbour.code(at, { sub: 'mallory' })
  const [head = '', body = '', signature = ''] = good.split('.')
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
    'a key of its own in its head': () => {
      const own = generateKeyPairSync('ed25519')
      const jwk = own.publicKey.export({ format: 'jwk' })
      return new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', jwk, kid: 'own' }).sign(own.privateKey)
    },
    'a changed payload': () => `${head}.${encode({ ...claims, sub: 'victim' })}.${signature}`,
  }
  browser.put((await forged[how]?.()) ?? '')
  await expectRefused(app, browser, 'wrong_signature')
})

test.each([
  ['nothing', ''],
  ['words', 'hello'],
  ['three parts of nothing', '..'],
  ['three parts', 'a.b.c'],
  ['JSON', encodeURIComponent('{"token":"a-raw-token-of-an-old-site"}')],
  ['ten thousand characters', 'x'.repeat(10_000)],
  ['what no decoder takes', '%E0%A4%A'],
])('a session cookie of %s is refused and harms nothing', async (_text, value) => {
  const { browser } = await begun()
  browser.put(value)
  await expectRefused(app, browser, 'malformed')
})

test('nonce missing: a browser that did not begin is refused', async () => {
  const { browser, begun: at } = await begun()
  browser.put(await harbour.code(at, { sub: 'victim' }))
  browser.jar.delete('__Host-handover_nonce')
  await expectRefused(app, browser, 'no_nonce', { code: 'handover.not_begun' })
})

test.each(['', 'harbour', 'harbour.short', `nobody.${'x'.repeat(43)}`, `harbour.${'x'.repeat(44)}`])(
  'nonce missing: a cookie that holds "%s" is none',
  async (nonce) => {
    const { browser, begun: at } = await begun()
    browser.put(await harbour.code(at, { sub: 'victim' }))
    browser.jar.set('__Host-handover_nonce', nonce)
    const answer = await browser.redeem()
    expect(answer.body.code).toBe('handover.not_begun')
  },
)

test('nonce of another browser: a stolen code is of no use elsewhere', async () => {
  const victim = await begun()
  const thief = await begun()
  thief.browser.put(await harbour.code(victim.begun, { sub: 'victim' }))
  await expectRefused(app, thief.browser, 'wrong_nonce')
  // One nonce is for one beginning: the earlier of two in one browser is over.
  const again = await victim.browser.begin(harbour)
  expect(again.state).not.toBe(victim.begun.state)
  victim.browser.put(await harbour.code(victim.begun, { sub: 'victim' }))
  await expectRefused(app, victim.browser, 'wrong_nonce')
})
