import { money } from '@terrace/domain/money/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ config: { brand: 'Ticket <b>& Co' } })
})
afterAll(() => app.close())

let keys = 0
const key = () => `challenge-${(keys += 1)}`

/** Creates a payment with a bank challenge and returns the challenge's URL. */
async function startChallenge(
  returnUrl = '/checkout/confirm?attempt=att_7',
): Promise<{ gatewayPaymentId: string; url: string }> {
  const { gatewayPaymentId } = await app.deps.gateway.createPayment({
    amount: money(1_234_50, 'GBP'),
    idempotencyKey: key(),
    description: 'Asked',
    metadata: {},
  })
  const state = await app.deps.gateway.confirmPayment({
    gatewayPaymentId,
    paymentMethod: 'pm_card_authenticationRequired',
    returnUrl,
    idempotencyKey: key(),
  })
  if (state.status !== 'requires_action') throw new Error(`no challenge but ${state.status}`)
  return { gatewayPaymentId, url: state.nextAction.url }
}
const post = (url: string, payload: string) =>
  app.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  })
const statusOf = async (gatewayPaymentId: string) =>
  (await app.deps.gateway.retrievePayment(gatewayPaymentId)).status

test('[X-PAY-04] the challenge page shows amount, merchant and card and offers both responses', async () => {
  const { url } = await startChallenge()
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

test('[X-PAY-04] approving authorises and leads back to the purchase; a second press changes nothing', async () => {
  const { gatewayPaymentId, url } = await startChallenge()
  for (const decision of ['approve', 'approve', 'fail']) {
    const response = await post(url, `decision=${decision}`)
    expect(response.statusCode).toBe(303)
    expect(response.headers.location).toBe('/checkout/confirm?attempt=att_7')
    expect(await statusOf(gatewayPaymentId)).toBe('requires_capture')
  }
  const repeated = await app.app.inject(url)
  expect(repeated.body).toContain('Already completed')
  expect(repeated.body).toContain('href="/checkout/confirm?attempt=att_7"')
})

test('[X-PAY-04] pressing both buttons at once counts as one response', async () => {
  const { gatewayPaymentId, url } = await startChallenge()
  await Promise.all(
    Array.from({ length: 6 }, (_, index) => post(url, `decision=${index % 2 ? 'fail' : 'approve'}`)),
  )
  expect(['requires_capture', 'requires_payment_method']).toContain(await statusOf(gatewayPaymentId))
  const { rows } = await app.deps.pool.query('select 1 from sandbox.charges where intent_id = $1', [
    gatewayPaymentId,
  ])
  expect(rows).toHaveLength(1)
})

test('[X-PAY-04] a response after the payment was cancelled changes nothing', async () => {
  const { gatewayPaymentId, url } = await startChallenge()
  await app.deps.gateway.cancelPayment({ gatewayPaymentId, idempotencyKey: key() })
  expect((await post(url, 'decision=approve')).statusCode).toBe(303)
  expect(await statusOf(gatewayPaymentId)).toBe('canceled')
})

test('[X-PAY-04] without its secret the page shows and accepts nothing', async () => {
  const first = await startChallenge()
  const second = await startChallenge()
  const secondSecret = new URL(second.url, 'http://localhost').search
  const [path = ''] = first.url.split('?')
  for (const url of [path, `${path}?secret=guess`, `${path}${secondSecret}`]) {
    const page = await app.app.inject(url)
    expect(page.statusCode).toBe(404)
    expect(page.body).not.toContain('1,234')
    expect((await post(url, 'decision=approve')).statusCode).toBe(404)
  }
  expect(await statusOf(first.gatewayPaymentId)).toBe('requires_action')
  expect(new URLSearchParams(secondSecret).get('secret')).toMatch(/^[\w-]{43}$/)
})

test('[X-PAY-04] a form without a response changes nothing', async () => {
  const { gatewayPaymentId, url } = await startChallenge()
  const response = await post(url, 'decision=maybe')
  expect(response.headers.location).toBe(url)
  expect(await statusOf(gatewayPaymentId)).toBe('requires_action')
})

test('[X-PAY-04] a challenge never redirects to another site', async () => {
  for (const returnUrl of [
    'https://evil.example/checkout/confirm?attempt=att_7',
    '//evil.example/checkout/confirm?attempt=att_7',
    String.raw`/\evil.example/checkout/confirm?attempt=att_7`,
  ]) {
    const { url } = await startChallenge(returnUrl)
    const { location } = (await post(url, 'decision=approve')).headers
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

test('a saved card removed during a challenge still completes its payment', async () => {
  const { gateway, vault } = app.deps
  const customerId = await vault.createCustomer({ teamId: 'tm_7', name: 'Seven', idempotencyKey: key() })
  const pay = async (paymentMethod: string) => {
    const { gatewayPaymentId } = await gateway.createPayment({
      amount: money(50_00, 'GBP'),
      idempotencyKey: key(),
      description: 'Saved',
      metadata: {},
      customerId,
      savesCard: paymentMethod.startsWith('pm_card_'),
    })
    const state = await gateway.confirmPayment({
      gatewayPaymentId,
      paymentMethod,
      returnUrl: '/',
      idempotencyKey: key(),
    })
    if (state.status !== 'requires_action') throw new Error(`no challenge but ${state.status}`)
    return { gatewayPaymentId, url: state.nextAction.url }
  }
  await post((await pay('pm_card_authenticationRequired')).url, 'decision=approve')
  const methodId = (await vault.listMethods(customerId))[0]?.methodId ?? ''
  const { gatewayPaymentId, url } = await pay(methodId)
  await vault.detachMethod({ methodId, idempotencyKey: key() })
  expect((await post(url, 'decision=approve')).statusCode).toBe(303)
  const captured = await gateway.capturePayment({ gatewayPaymentId, idempotencyKey: key() })
  expect(captured.status).toBe('succeeded')
  await expect(pay(methodId)).rejects.toThrow()
})
