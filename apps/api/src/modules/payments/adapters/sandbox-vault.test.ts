import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomIds } from '#api/shared/ids.ts'
import { bankOf } from '#api/test/fakes/bank-of-sandbox.ts'
import { completeBankChallenge } from '#api/test/fakes/bank-challenge.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { testCardVault } from '../card-vault.suite.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

describe('[X-PAY-01] sandbox card vault', () => {
  testCardVault(() => ({
    vault: app.deps.vault,
    gateway: app.deps.gateway,
    completeChallenge: async (url, decision) => void (await completeBankChallenge(app, url, decision)),
    disputeBank: bankOf(() => app.deps.sandbox).disputeBank,
  }))
})

async function startSetup() {
  const { vault } = app.deps
  const customerId = await vault.createCustomer({
    teamId: 'tm_1',
    name: 'A',
    idempotencyKey: randomIds.secret(),
  })
  return vault.createSetup({ customerId, idempotencyKey: randomIds.secret() })
}
const fetchSetup = (setupId: string, token: string) =>
  app.app.inject({
    url: `/sandbox/v1/setup_intents/${setupId}`,
    headers: { authorization: `Bearer ${token}` },
  })

test('[API-29] a client secret gives access to its own setup only', async () => {
  const [own, other] = [await startSetup(), await startSetup()]
  expect((await fetchSetup(own.setupId, own.clientSecret)).statusCode).toBe(200)
  expect((await fetchSetup(other.setupId, own.clientSecret)).statusCode).toBe(401)
  const confirmed = await app.app.inject({
    method: 'POST',
    url: `/sandbox/v1/setup_intents/${own.setupId}/confirm`,
    headers: { authorization: `Bearer ${own.clientSecret}`, 'idempotency-key': 'browser' },
    payload: { payment_method: 'pm_card_visa', return_url: '/profile' },
  })
  expect(confirmed.json()).toMatchObject({ status: 'succeeded' })
  const payment = await app.deps.sandbox.server.inject({
    method: 'POST',
    url: '/sandbox/v1/customers',
    headers: { authorization: `Bearer ${own.clientSecret}`, 'idempotency-key': 'other' },
    payload: { name: 'A' },
  })
  expect(payment.statusCode).toBe(401)
})

test('a browser reaches only pages and its setup, even with the secret key', async () => {
  const { secretKey } = app.deps.sandbox
  const response = await app.app.inject({
    url: '/sandbox/v1/disputes?created[gte]=1790000000&limit=10',
    headers: { authorization: `Bearer ${secretKey}` },
  })
  expect(response.statusCode).toBe(404)
})

test.each([
  ['limit', '?created[gte]=1790000000&limit=101'],
  ['created[gte]', '?limit=10'],
  ['starting_after', '?created[gte]=1790000000&limit=10&starting_after=pi_1'],
])('a list of disputes with an invalid %s is rejected with its name', async (param, query) => {
  const response = await app.deps.sandbox.server.inject({
    url: `/sandbox/v1/disputes${query}`,
    headers: { authorization: `Bearer ${app.deps.sandbox.secretKey}` },
  })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ error: { code: 'parameter_invalid', param } })
})

test.each([
  ['4000000000003055', 'pm_card_threeDSecureOptional', 200, 'requires_action'],
  ['4000000000003097', 'pm_card_threeDSecureOptionalProcessingError', 402, 'requires_payment_method'],
  ['4242424242424242', 'pm_card_visa', 200, 'requires_capture'],
  ['378282246310005', 'pm_card_amex', 200, 'requires_capture'],
])(
  'when the shop requests a challenge, the card %s behaves as published',
  async (_number, token, status, state) => {
    const headers = async (key: string) => ({
      authorization: `Bearer ${app.deps.sandbox.secretKey}`,
      'idempotency-key': `${key}-${token}`,
    })
    const created = await app.deps.sandbox.server.inject({
      method: 'POST',
      url: '/sandbox/v1/payment_intents',
      headers: await headers('create'),
      payload: { amount: 100, currency: 'gbp', capture_method: 'manual', description: '', metadata: {} },
    })
    const { id } = created.json<{ id: string }>()
    const confirmed = await app.deps.sandbox.server.inject({
      method: 'POST',
      url: `/sandbox/v1/payment_intents/${id}/confirm`,
      headers: await headers('confirm'),
      payload: {
        payment_method: token,
        return_url: '/checkout/confirm',
        payment_method_options: { card: { request_three_d_secure: 'any' } },
      },
    })
    expect(confirmed.statusCode).toBe(status)
    const body = confirmed.json<{ status?: string; error?: { payment_intent: { status: string } } }>()
    expect(body.status ?? body.error?.payment_intent.status).toBe(state)
  },
)
