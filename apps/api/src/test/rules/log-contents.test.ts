import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOutboxEmails } from '#api/email-triggers/outbox-emails.ts'
import { createJobStore } from '#api/jobs/create-job-store.ts'
import type { EmailMessage } from '#api/modules/notifications/mailer.port.ts'
import { buyerTerms } from '#api/modules/signing/in-app/legal-text.ts'
import { startTelemetry, type Telemetry } from '#api/telemetry.ts'
import { collectTraces, type OtlpCollector } from '#api/test/fakes/telemetry/otlp-collector.ts'
import { testSignup } from '#api/test/fixtures/signup-fixture.ts'
import { buildTestApp, type TestApp } from '../harness/build-test-app.ts'
import { addEvent, addListing, addTeam, addVenue } from '../fixtures/factories.ts'
import { purchaseBody } from '../fixtures/purchase-body.ts'
import { addSignUpOptions, signUpBody } from '../fixtures/sign-up-body.ts'

/** Checks every log line and every recorded trace of one person's journey through the product. */

const site = 'http://localhost:4000'
const slug = 'slug9Zk3vQxR7Lp'
/** Personal data and secrets; extended as secrets are created. */
const secrets: string[] = [
  'Quillfeather',
  'Ottoline',
  'ottoline.q@post.example',
  'ottoline-q',
  '2079460123',
  'friend-code-77',
  'first secret word',
  'second secret word',
  'third secret word',
  'wrong secret word',
  'ZX9988776',
  '1987-03-09',
  '4000056655665556',
  slug,
]

const lines: string[] = []
const emails: EmailMessage[] = []
let collector: OtlpCollector
let telemetry: Telemetry
let app: TestApp
let boss: PgBoss
let folder: string
beforeAll(async () => {
  collector = await collectTraces()
  const traces = { endpoint: collector.url, headers: {}, serviceName: 'terrace', ratio: 1 }
  telemetry = await startTelemetry({ production: false, telemetry: { traces, sentryDsn: undefined } })
  folder = await mkdtemp(join(tmpdir(), 'terrace-log-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  await writeFile(join(folder, 'quote.html'), '<!doctype html>')
  app = await buildTestApp({
    log: (line) => void lines.push(line),
    config: {
      autoApprovesSignUps: true,
      dataFolder: folder,
      webBuildDir: folder,
      tradeOrigins: [site],
      mail: { smtpUrl: undefined, from: 'Terrace <post@terrace.example>', folder: join(folder, 'mail') },
    },
  })
  boss = createJobStore({ databaseUrl: app.deps.config.databaseUrl, logger: app.deps.logger })
  await boss.start()
  const { mailer } = app.deps
  const send = async (message: EmailMessage) => {
    emails.push(message)
    return mailer.send(message)
  }
  await createOutboxEmails({ ...app.deps, mailer: { ...mailer, send } }, boss).start()
})
afterAll(async () => {
  await boss.stop({ graceful: true, timeout: 5000 })
  await app.close()
  await telemetry.stop({ withinMs: 60_000 })
  await collector.close()
  await rm(folder, { recursive: true })
})

function post(path: string, payload: object, token?: string) {
  return app.app.inject({
    method: 'POST',
    url: `/api${path}`,
    payload,
    headers: { origin: site, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  })
}

/** Waits for an email that links to the page and returns the link's token. */
async function findEmailedToken(page: string): Promise<string> {
  await app.deps.outbox.drain()
  const find = () =>
    emails.map(({ text }) => new RegExp(`/${page}/([\\w-]{43})`).exec(text)?.[1]).find(Boolean) ?? ''
  await expect.poll(find, { timeout: 30_000 }).not.toBe('')
  const token = find()
  secrets.push(token)
  return token
}

async function signUp(): Promise<void> {
  const currency = await addSignUpOptions(app.db)
  const browser = testSignup(app)
  const { frame_url } = await browser.start({
    name: 'Ottoline Quillfeather',
    email: 'ottoline.q@post.example',
  })
  await browser.get(frame_url)
  const signed = await browser.post('/signing/frame/sign', {
    id: new URL(frame_url, site).searchParams.get('id'),
    terms_version: buyerTerms('Terrace').version,
    consent: true,
    signature: { kind: 'typed', text: 'Ottoline Quillfeather' },
  })
  secrets.push(browser.nonce() ?? 'none')
  const query = 'email=ottoline.q%40post.example&username=ottoline-q'
  await app.app.inject(`/api/auth/unique?${query}`)
  const body = signUpBody({
    firstname: 'Ottoline',
    lastname: 'Quillfeather',
    email: 'ottoline.q@post.example',
    username: 'ottoline-q',
    password: 'first secret word',
    referral_code: 'friend-code-77',
    base_currency: currency,
    docusign_envelope_id: signed.json().data.envelope_id,
  })
  expect((await browser.post('/api/auth/sign-up', { ...body, phone: 'x' })).statusCode).toBe(422)
  expect((await browser.post('/api/auth/sign-up', body)).statusCode).toBe(200)
  expect((await browser.post('/api/auth/sign-up', body)).statusCode).toBe(422)
}

async function logIn(password: string): Promise<string> {
  const response = await post('/auth/login', { username: 'ottoline-q', password })
  const token = response.statusCode === 200 ? String(response.json().data.token) : ''
  if (token !== '') secrets.push(token)
  return token
}

/** Enters attendees, types a card number into a text field, saves a card and buys. */
async function buy(token: string): Promise<void> {
  const { venueId, seatingCategoryId } = await addVenue(app.db)
  const eventId = await addEvent(app.db, { venueId })
  const sellerTeamId = await addTeam(app.db)
  const attendeeDetails = { identification: true }
  const listing_id = await addListing(app.db, { eventId, sellerTeamId, seatingCategoryId, attendeeDetails })
  const placed = await post('/tickets/hold-multiple-tickets', [{ listing_id, quantity: 1 }], token)
  const held = placed.json().data
  const attendees = [
    {
      first_name: 'Ottoline',
      last_name: 'Quillfeather',
      date_of_birth: '1987-03-09',
      nationality: 'GB',
      document_type: 'passport',
      document_number: 'ZX9988776',
    },
  ]
  const draft = { email_address: 'ottoline.q@post.example', listings: [{ listing_id, attendees }] }
  expect((await post('/trade/checkout-draft', draft, token)).statusCode).toBe(200)
  const body = { ...purchaseBody(held), email_address: 'ottoline.q@post.example', save_card: 1 }
  const lines = body.listings_to_buy.map((line) => ({ ...line, attendees }))
  const typed = { ...body, card_token: '4000 0566 5566 5556', listings_to_buy: lines }
  expect((await post('/trade/buyer-checkout', typed, token)).statusCode).toBe(422)
  expect((await post('/trade/buyer-checkout', body, token)).statusCode).toBe(422)
  const bought = await post('/trade/buyer-checkout', { ...body, listings_to_buy: lines }, token)
  expect(bought.json().data.status).toBe('confirmed')
  const setup = (await post('/auth/stripe-client-secret', {}, token)).json().data
  secrets.push(setup.client_secret)
  const card = { setup_id: setup.setup_id, card_token: 'pm_card_amex' }
  expect((await post('/settings/account/cards', card, token)).statusCode).toBe(200)
  if ((await app.deps.sandbox.events.sendDue()) === 0) throw new Error('the gateway had no events')
  secrets.push(app.deps.sandbox.webhookSecret, app.deps.sandbox.secretKey)
}

test('sign-up, login, reset, quote and purchase leave no personal data or secrets in the log or in traces', async () => {
  await signUp()
  expect(await logIn('wrong secret word')).toBe('')
  const token = await logIn('first secret word')
  expect(token).not.toBe('')
  await app.app.inject({ url: '/api/settings/trade/info', headers: { authorization: `Bearer ${token}` } })
  await app.app.inject({ url: '/api/settings/trade/info', headers: { authorization: `Bearer ${token}x` } })

  await post('/auth/forgot-password', {
    email: 'ottoline.q@post.example',
    reset_link: `${site}/reset-password`,
  })
  const reset = await findEmailedToken('reset-password')
  await app.app.inject(`/reset-password/${reset}`)
  const body = { token: reset, password: 'second secret word', password_confirmation: 'second secret word' }
  expect((await post('/auth/reset-password', { ...body, password_confirmation: 'x' })).statusCode).toBe(422)
  expect((await post('/auth/reset-password', body)).statusCode).toBe(200)
  expect((await post('/auth/reset-password', body)).statusCode).toBe(422)

  const again = await logIn('second secret word')
  const change = { current_password: 'second secret word', password: 'third secret word' }
  const changed = await post(
    '/settings/account/password',
    { ...change, password_confirmation: 'third secret word' },
    again,
  )
  expect(changed.statusCode).toBe(200)
  await buy(again)
  for (const url of [`/quote/${slug}`, `/QUOTE/${slug}/2`, `/quote/${slug}?from=mail`, `/join/${slug}`]) {
    await app.app.inject(url)
  }
  // A gateway redirects the buyer back with parameters that open the payment.
  secrets.push('pi_1_secret_kept', 'seti_1_secret_kept', 'challenge-secret-kept')
  for (const url of [
    '/checkout/confirm?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_kept',
    '/profile?setup_intent_client_secret=seti_1_secret_kept',
    '/sandbox/challenge/ch_1?secret=challenge-secret-kept',
  ])
    await app.app.inject(url)
  for (const path of [
    '/trade/quote-details',
    '/trade/quote-plan',
    '/trade/quote-calendar',
    '/trade/quote-accept',
    '/trade/quote-decline',
  ]) {
    for (const requestedSlug of [slug, `${slug}/2`])
      await post(path, { slug: requestedSlug, email: 'ottoline.q@post.example' })
  }
  const calendar = (await post('/trade/calendars', { kind: 'mine' }, again)).json().data
  secrets.push(calendar.address.slice('/calendars/'.length, -'.ics'.length))
  expect((await app.app.inject(calendar.address)).statusCode).toBe(200)
  await app.app.inject(`/login?next=${encodeURIComponent(`/quote/${slug}`)}`)
  secrets.push('tk_key-of-the-api-kept')
  const key = { authorization: 'Bearer tk_key-of-the-api-kept' }
  await app.app.inject({ method: 'POST', url: '/api/inventory/batch', headers: key, payload: {} })
  await post('/auth/logout', {}, again)
  await app.deps.outbox.drain()

  secrets.push(...emails.flatMap(({ text }) => text.match(/\b[\w-]{43}\b/g) ?? []))
  await telemetry.stop({ withinMs: 60_000 })
  expect(collector.spans.length).toBeGreaterThan(100)
  const traces = collector.received.map((bytes) => bytes.toString('utf8')).join('')
  expect(traces).toContain('/calendars/:')
  const log = lines.join('')
  expect(lines.length).toBeGreaterThan(20)
  expect(log).toContain('email sent')
  expect(log).toContain('/api/auth/sign-up')
  for (const text of [log, traces].map((part) => part.toLowerCase()))
    for (const secret of secrets) expect(text, secret).not.toContain(secret.toLowerCase())
  expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})
