import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { buyerTerms } from '#api/modules/signing/in-app/legal-text.ts'
import { addSignUpOptions, signUpBody } from '#api/test/fixtures/sign-up-body.ts'
import { testSignup } from '#api/test/fixtures/signup-fixture.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'

/** Floods of sign-ups wait. */

let app: TestApp
let dataFolder: string
let pounds: number
let number = 0
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'terrace-sign-up-'))
  app = await buildTestApp({
    config: { autoApprovesSignUps: true, dataFolder, signUpLimits: { perAddress: 3, perDomain: 2 } },
  })
  pounds = await addSignUpOptions(app.db)
})
afterAll(async () => {
  await app.close()
  await rm(dataFolder, { recursive: true })
})
beforeEach(async () => {
  await sql`truncate sign_up_counts`.execute(app.db)
})

/** A prepared sign-up: the terms are signed, and `send` opens the account. */
async function prepare(domain: string, ipAddress = `203.0.113.${number + 1}`) {
  number += 1
  const email = `person-${number}@${domain}`
  const browser = testSignup(app)
  const { frame_url } = await browser.start({ email })
  const signed = await browser.post('/signing/frame/sign', {
    id: new URL(frame_url, 'http://localhost').searchParams.get('id'),
    terms_version: buyerTerms('Terrace').version,
    consent: true,
    signature: { kind: 'typed', text: 'Ann Buyer' },
  })
  const payload = signUpBody({
    base_currency: pounds,
    email,
    username: `person-${number}`,
    docusign_envelope_id: String(signed.json().data.envelope_id),
  })
  return () =>
    app.app.inject({
      method: 'POST',
      url: '/api/auth/sign-up',
      remoteAddress: ipAddress,
      headers: { cookie: browser.cookie() ?? '' },
      payload,
    })
}

const signUp = async (domain: string, ipAddress?: string) => (await prepare(domain, ipAddress))()

test('sign-ups with one email domain wait from the third on; others do not', async () => {
  expect((await signUp('flood.example')).statusCode).toBe(200)
  expect((await signUp('FLOOD.example')).statusCode).toBe(200)
  const send = await prepare('flood.example')
  const refused = await send()
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('60')
  expect(refused.json()).toMatchObject({
    code: 'account.too_many_sign_ups',
    errors: {
      title:
        'Many accounts have just been opened with addresses at flood.example. Wait a minute and try again',
    },
  })
  expect((await signUp('other.example')).statusCode).toBe(200)
  const [record] = await readSecurityEvents(app.db, { kind: 'account.sign_up_limited', limit: 1 })
  expect(record?.details).toEqual({ by: 'email_domain', count: 2 })

  // The signed terms and the names are still free.
  await sql`update sign_up_counts set signed_up_at = signed_up_at - interval '1 minute'`.execute(app.db)
  expect((await send()).statusCode).toBe(200)
  expect((await signUp('flood.example')).headers['retry-after']).toBe('120')
})

test('after 10,000 sign-ups with a domain, the wait is an hour', async () => {
  await sql`insert into sign_up_counts (ip_address, email_domain)
    select '198.51.100.' || n % 250, 'flood.example' from generate_series(1, 10000) n`.execute(app.db)
  const refused = await signUp('flood.example')
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3590)
})

test('people at a common mail provider do not wait for each other', async () => {
  for (let count = 0; count < 4; count += 1) expect((await signUp('gmail.com')).statusCode).toBe(200)
})

test('sign-ups from one address wait, whatever their domains', async () => {
  const ipAddress = '198.51.100.9'
  for (const provider of ['gmail.com', 'one.example', 'two.example'])
    expect((await signUp(provider, ipAddress)).statusCode).toBe(200)
  const refused = await signUp('three.example', ipAddress)
  expect(refused.statusCode).toBe(429)
  expect(refused.json().errors.title).toBe(
    'Many accounts have just been opened from your network. Wait a minute and try again',
  )
})

test('sign-ups at the same moment are counted one after another', async () => {
  const sends = [await prepare('race.example'), await prepare('race.example'), await prepare('race.example')]
  const statuses = (await Promise.all(sends.map((send) => send()))).map(({ statusCode }) => statusCode)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 429])
})
