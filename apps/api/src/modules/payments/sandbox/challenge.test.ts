import { money } from '@terrace/domain/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ config: { brand: 'Ticket <b>& Co' } })
})
afterAll(() => app.close())

let keys = 0
const key = () => `challenge-${(keys += 1)}`

/** A payment whose bank asks, and where it asks. */
async function asked(
  returnUrl = '/checkout/confirm?attempt=att_7',
): Promise<{ intentId: string; url: string }> {
  const { intentId } = await app.deps.gateway.createPayment({
    amount: money(1_234_50, 'GBP'),
    idempotencyKey: key(),
    description: 'Asked',
    metadata: {},
  })
  const state = await app.deps.gateway.confirmPayment({
    intentId,
    paymentMethod: 'pm_card_authenticationRequired',
    returnUrl,
    idempotencyKey: key(),
  })
  if (state.status !== 'requires_action') throw new Error(`not asked but ${state.status}`)
  return { intentId, url: state.nextAction.url }
}
const post = (url: string, payload: string) =>
  app.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  })
const statusOf = async (intentId: string) => (await app.deps.gateway.retrievePayment(intentId)).status

test('[X-PAY-04] the bank’s page names amount, merchant and card and offers both answers', async () => {
  const { url } = await asked()
  const page = await app.app.inject(url)
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('£1,234.50')
  expect(page.body).toContain('Ticket &lt;b&gt;&amp; Co')
  expect(page.body).toContain('Visa ending in 3184')
  expect(page.body).toMatch(/<button[^>]*value="approve">Approve<[\s\S]*<button[^>]*value="fail">Fail</)
  expect(page.body).not.toContain('<script')
  expect(page.headers).toMatchObject({
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
})

test('[X-PAY-04] approving leads back to the purchase, authorised; a second press changes nothing', async () => {
  const { intentId, url } = await asked()
  for (const answer of ['approve', 'approve', 'fail']) {
    const response = await post(url, `answer=${answer}`)
    expect(response.statusCode).toBe(303)
    expect(response.headers.location).toBe('/checkout/confirm?attempt=att_7')
    expect(await statusOf(intentId)).toBe('requires_capture')
  }
  const again = await app.app.inject(url)
  expect(again.body).toContain('Already answered')
  expect(again.body).toContain('href="/checkout/confirm?attempt=att_7"')
})

test('[X-PAY-04] both buttons pressed at once are one answer', async () => {
  const { intentId, url } = await asked()
  await Promise.all(
    Array.from({ length: 6 }, (_, index) => post(url, `answer=${index % 2 ? 'fail' : 'approve'}`)),
  )
  expect(['requires_capture', 'requires_payment_method']).toContain(await statusOf(intentId))
  const { rows } = await app.deps.pool.query('select 1 from sandbox.charges where intent_id = $1', [intentId])
  expect(rows).toHaveLength(1)
})

test('[X-PAY-04] an answer that comes after the payment was called off revives nothing', async () => {
  const { intentId, url } = await asked()
  await app.deps.gateway.cancelPayment({ intentId, idempotencyKey: key() })
  expect((await post(url, 'answer=approve')).statusCode).toBe(303)
  expect(await statusOf(intentId)).toBe('canceled')
})

test('[X-PAY-04] without its secret the page tells and takes nothing', async () => {
  const first = await asked()
  const second = await asked()
  const secretOfSecond = new URL(second.url, 'http://localhost').search
  const [path = ''] = first.url.split('?')
  for (const url of [path, `${path}?secret=guess`, `${path}${secretOfSecond}`]) {
    const page = await app.app.inject(url)
    expect(page.statusCode).toBe(404)
    expect(page.body).not.toContain('1,234')
    expect((await post(url, 'answer=approve')).statusCode).toBe(404)
  }
  expect(await statusOf(first.intentId)).toBe('requires_action')
  expect(new URLSearchParams(secretOfSecond).get('secret')).toMatch(/^[\w-]{43}$/)
})

test('[X-PAY-04] a form without an answer answers nothing', async () => {
  const { intentId, url } = await asked()
  const response = await post(url, 'answer=maybe')
  expect(response.headers.location).toBe(url)
  expect(await statusOf(intentId)).toBe('requires_action')
})

test('[X-PAY-04] nobody is sent to another site', async () => {
  for (const returnUrl of [
    'https://evil.example/checkout/confirm?attempt=att_7',
    '//evil.example/checkout/confirm?attempt=att_7',
    String.raw`/\evil.example/checkout/confirm?attempt=att_7`,
  ]) {
    const { url } = await asked(returnUrl)
    const { location } = (await post(url, 'answer=approve')).headers
    expect(new URL(location ?? '', 'http://terrace.test').host).toBe('terrace.test')
  }
  const response = await app.app.inject({
    method: 'POST',
    url: '/sandbox/v1/payment_intents/pi_1/confirm',
    headers: {
      authorization: `Bearer ${await app.deps.sandbox.secretKey()}`,
      'idempotency-key': key(),
    },
    payload: { payment_method: 'pm_card_visa', return_url: 'https://evil.example/' },
  })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ error: { param: 'return_url' } })
})

test('a saved card that is removed while the bank asks still pays what it has begun, and is taken', async () => {
  const { gateway, vault } = app.deps
  const customerId = await vault.createCustomer({ teamId: 'tm_7', name: 'Seven', idempotencyKey: key() })
  const pay = async (paymentMethod: string) => {
    const { intentId } = await gateway.createPayment({
      amount: money(50_00, 'GBP'),
      idempotencyKey: key(),
      description: 'Saved',
      metadata: {},
      customerId,
      savesCard: paymentMethod.startsWith('pm_card_'),
    })
    const state = await gateway.confirmPayment({
      intentId,
      paymentMethod,
      returnUrl: '/',
      idempotencyKey: key(),
    })
    if (state.status !== 'requires_action') throw new Error(`not asked but ${state.status}`)
    return { intentId, url: state.nextAction.url }
  }
  await post((await pay('pm_card_authenticationRequired')).url, 'answer=approve')
  const methodId = (await vault.listMethods(customerId))[0]?.methodId ?? ''
  const { intentId, url } = await pay(methodId)
  await vault.detachMethod({ methodId, idempotencyKey: key() })
  expect((await post(url, 'answer=approve')).statusCode).toBe(303)
  const taken = await gateway.capturePayment({ intentId, idempotencyKey: key() })
  expect(taken.status).toBe('succeeded')
  await expect(pay(methodId)).rejects.toThrow()
})
