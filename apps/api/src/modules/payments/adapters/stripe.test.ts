import { money } from '@terrace/domain/money/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankOf } from '#api/test/fakes/bank-of-sandbox.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { startFakeStripe } from '#api/test/fakes/stripe/fake-stripe.ts'
import { testCardVault } from '../card-vault.suite.ts'
import { testPaymentGateway } from '../payments.suite.ts'
import { createStripeClient } from './stripe-client.ts'
import { createStripeVault } from './stripe-vault.ts'
import { createStripeGateway } from './stripe.ts'

let app: TestApp
let stripe: Awaited<ReturnType<typeof startFakeStripe>>
beforeAll(async () => {
  app = await buildTestApp()
  stripe = await startFakeStripe(app.deps.sandbox)
})
afterAll(async () => {
  // Check first: requests that Stripe's own types do not allow.
  expect(stripe.problems).toEqual([])
  await stripe.close()
  await app.close()
})

const siteOrigin = 'https://tickets.example.com'
const client = (options: { retries?: number } = {}) =>
  createStripeClient({ secretKey: 'sk_test_terrace', endpoint: stripe.endpoint, ...options })
const gateway = (options?: { retries?: number }) =>
  createStripeGateway({ stripe: client(options), siteOrigin })

async function completeChallenge(url: string, decision: 'approve' | 'fail'): Promise<void> {
  const response = await app.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `decision=${decision}`,
  })
  expect(response.statusCode).toBe(303)
}

const { refundBank, disputeBank } = bankOf(() => app.deps.sandbox)

describe('[X-PAY-01] Stripe gateway', () => {
  testPaymentGateway(() => ({ gateway: gateway(), completeChallenge, refundBank }))
})

describe('[X-PAY-01] [X-PAY-05] Stripe card vault', () => {
  testCardVault(() => ({
    vault: createStripeVault({ stripe: client(), siteOrigin }),
    gateway: gateway(),
    completeChallenge,
    disputeBank,
  }))
})

let keys = 0
const nextKey = () => `stripe-${(keys += 1)}`
const createPayment = (idempotencyKey = nextKey()) =>
  gateway().createPayment({
    amount: money(20_00, 'EUR'),
    idempotencyKey,
    description: 'A test',
    metadata: { attempt_id: 'att_9' },
  })

test('an intent is created in the format of the pinned version, with our idempotency key', async () => {
  const key = nextKey()
  await createPayment(key)
  expect(stripe.requests.at(-1)).toMatchObject({
    method: 'POST',
    path: '/v1/payment_intents',
    headers: {
      authorization: 'Bearer sk_test_terrace',
      'stripe-version': '2026-10-28.endive',
      'idempotency-key': key,
      'content-type': 'application/x-www-form-urlencoded',
    },
    form: {
      amount: '2000',
      currency: 'eur',
      capture_method: 'manual',
      allowed_payment_method_types: ['card'],
      metadata: { attempt_id: 'att_9' },
    },
  })
})

test('the bank returns the buyer to our own site', async () => {
  const { gatewayPaymentId } = await createPayment()
  await gateway().confirmPayment({
    gatewayPaymentId,
    paymentMethod: 'pm_card_visa',
    returnUrl: '/checkout/confirm?attempt=att_9',
    idempotencyKey: nextKey(),
  })
  expect(stripe.requests.at(-1)?.form['return_url']).toBe(
    'https://tickets.example.com/checkout/confirm?attempt=att_9',
  )
})

test('a confirmation token from the browser is confirmed as such', async () => {
  const { gatewayPaymentId } = await createPayment()
  stripe.plan({ status: 400, body: { error: { type: 'invalid_request_error', message: 'planned' } } })
  await expect(
    gateway().confirmPayment({
      gatewayPaymentId,
      paymentMethod: 'ctoken_1',
      returnUrl: '/',
      idempotencyKey: nextKey(),
    }),
  ).rejects.toMatchObject({ code: 'invalid_request' })
  expect(stripe.requests.at(-1)?.form).toMatchObject({ confirmation_token: 'ctoken_1' })
})

test('a payment that saves its card names the customer', async () => {
  stripe.plan({ status: 400, body: { error: { type: 'invalid_request_error', message: 'planned' } } })
  const announced = gateway().createPayment({
    amount: money(20_00, 'EUR'),
    idempotencyKey: nextKey(),
    description: 'A test',
    metadata: {},
    customerId: 'cus_1',
    savesCard: true,
  })
  await expect(announced).rejects.toMatchObject({ code: 'invalid_request' })
  expect(stripe.requests.at(-1)?.form).toMatchObject({
    customer: 'cus_1',
    setup_future_usage: 'off_session',
  })
})

test.each([
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
  ['pending', 'pending'],
  ['requires_action', 'pending'],
])('[X-ORDER-03] a refund that Stripe calls %s is %s', async (status, known) => {
  stripe.plan({
    status: 200,
    body: { id: 're_1', object: 'refund', amount: 100, currency: 'eur', metadata: {}, status },
  })
  expect(await gateway().retrieveRefund('re_1')).toMatchObject({ refundId: 're_1', status: known })
})

test.each([
  ['needs_response', 1_900_000_000, { status: 'open', respondBy: new Date(1_900_000_000_000) }],
  ['warning_needs_response', 1_900_000_000, { status: 'open', respondBy: new Date(1_900_000_000_000) }],
  ['needs_response', 0, { status: 'open', respondBy: null }],
  ['under_review', 1_900_000_000, { status: 'open', respondBy: null }],
  ['warning_closed', null, { status: 'won', respondBy: null }],
  ['lost', null, { status: 'lost', respondBy: null }],
])(
  'a dispute that Stripe calls %s, with evidence due at %s, is read correctly',
  async (status, due_by, known) => {
    const vault = createStripeVault({ stripe: client(), siteOrigin })
    stripe.plan({
      status: 200,
      body: {
        id: 'dp_1',
        object: 'dispute',
        payment_intent: 'pi_1',
        amount: 1000,
        currency: 'eur',
        reason: 'fraudulent',
        status,
        evidence_details: { due_by },
        // The account is in pounds: its withdrawal there is this payment's amount in euros.
        balance_transactions: [
          { amount: -870, currency: 'gbp' },
          { amount: 400, currency: 'eur' },
        ],
      },
    })
    expect(await vault.retrieveDispute('dp_1')).toMatchObject({
      ...known,
      amount: money(10_00, 'EUR'),
      movements: [money(-10_00, 'EUR'), money(4_00, 'EUR')],
    })
  },
)

test('disputes are listed from a given second, and one without a payment intent hides no other', async () => {
  const vault = createStripeVault({ stripe: client(), siteOrigin })
  const dispute = {
    object: 'dispute',
    amount: 1000,
    currency: 'eur',
    reason: 'fraudulent',
    status: 'lost',
    evidence_details: { due_by: null },
    balance_transactions: [],
  }
  stripe.plan({
    status: 200,
    body: {
      object: 'list',
      has_more: true,
      data: [
        { ...dispute, id: 'dp_2', payment_intent: 'pi_1' },
        { ...dispute, id: 'dp_1', payment_intent: null },
      ],
    },
  })
  const createdSince = new Date(1_790_000_000_900)
  const page = await vault.listDisputes({ createdSince, limit: 2, after: 'dp_3' })
  expect(page).toMatchObject({
    disputes: [{ disputeId: 'dp_2', gatewayPaymentId: 'pi_1' }],
    nextCursor: 'dp_1',
  })
  expect(stripe.requests.at(-1)).toMatchObject({
    method: 'GET',
    path: '/v1/disputes',
    form: { created: { gte: '1790000000' }, limit: '2', starting_after: 'dp_3' },
  })
})

const error = (type: string, code?: string) => ({ error: { type, code, message: 'No' } })

test.each([
  ['Stripe overloaded', 500, error('api_error')],
  ['rate limited', 429, error('invalid_request_error', 'rate_limit')],
  ['our key is wrong', 401, error('invalid_request_error')],
  ['our key lacks permission', 403, error('invalid_request_error')],
  ['the same call is still running', 409, error('idempotency_error', 'idempotency_key_in_use')],
])('no definite response (%s) means that the outcome must be checked later', async (_name, status, body) => {
  const { gatewayPaymentId } = await createPayment()
  stripe.plan({ status, body, headers: { 'stripe-should-retry': 'false' } })
  await expect(
    gateway({ retries: 0 }).capturePayment({ gatewayPaymentId, idempotencyKey: nextKey() }),
  ).rejects.toMatchObject({ name: 'GatewayUnavailable', retryable: true })
})

test.each([
  ['unknown', 404, error('invalid_request_error', 'resource_missing'), 'resource_missing'],
  [
    'in another state',
    400,
    error('invalid_request_error', 'payment_intent_unexpected_state'),
    'unexpected_state',
  ],
  ['under a key of another call', 400, error('idempotency_error'), 'idempotency_mismatch'],
  ['malformed', 400, error('invalid_request_error', 'parameter_invalid_integer'), 'invalid_request'],
])('a payment that is %s is rejected', async (_name, status, body, code) => {
  stripe.plan({ status, body })
  await expect(gateway().retrievePayment('pi_1')).rejects.toMatchObject({ name: 'GatewayRejected', code })
})

test('a call with a lost response is retried with the same key and has one effect', async () => {
  const { gatewayPaymentId } = await createPayment()
  await gateway().confirmPayment({
    gatewayPaymentId,
    paymentMethod: 'pm_card_visa',
    returnUrl: '/',
    idempotencyKey: nextKey(),
  })
  app.deps.sandbox.faults.plan({ on: 'capture', kind: 'fail_after' })
  const key = nextKey()
  expect(await gateway().capturePayment({ gatewayPaymentId, idempotencyKey: key })).toMatchObject({
    status: 'succeeded',
  })
  expect(stripe.requests.slice(-2).map(({ headers }) => headers['idempotency-key'])).toEqual([key, key])
})
