import { afterAll, beforeAll, describe, expect } from 'vitest'
import { bankOf } from '#api/test/fakes/bank-of-sandbox.ts'
import { completeBankChallenge } from '#api/test/fakes/bank-challenge.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { startFakeStripe } from '#api/test/fakes/stripe/fake-stripe.ts'
import { testCardVault } from '../card-vault.suite.ts'
import { createStripeClient } from './stripe-client.ts'
import { createStripeVault } from './stripe-vault.ts'
import { createStripeGateway } from './stripe.ts'

let app: TestApp
let fakeStripe: Awaited<ReturnType<typeof startFakeStripe>>
beforeAll(async () => {
  app = await buildTestApp()
  fakeStripe = await startFakeStripe(app.deps.sandbox)
})
afterAll(async () => {
  // Check first: requests that Stripe's own types do not allow.
  expect(fakeStripe.problems).toEqual([])
  await fakeStripe.close()
  await app.close()
})

describe('[X-PAY-01] Stripe card vault', () => {
  const access = () => ({
    stripe: createStripeClient({ secretKey: 'sk_test_terrace', endpoint: fakeStripe.endpoint }),
    siteOrigin: 'https://tickets.example.com',
  })
  testCardVault(() => ({
    vault: createStripeVault(access()),
    gateway: createStripeGateway(access()),
    completeChallenge: async (url, decision) => void (await completeBankChallenge(app, url, decision)),
    disputeBank: bankOf(() => app.deps.sandbox).disputeBank,
  }))
})
