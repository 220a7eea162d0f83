import { afterAll, beforeAll, describe, expect } from 'vitest'
import { asBank } from '../../../test/as-bank.ts'
import { answerBank } from '../../../test/bank-challenge.ts'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { openStripeDouble } from '../../../test/stripe/stripe-double.ts'
import { testCardVault } from '../card-vault.suite.ts'
import { openStripe } from './stripe-client.ts'
import { createStripeVault } from './stripe-vault.ts'
import { createStripeGateway } from './stripe.ts'

let app: TestApp
let double: Awaited<ReturnType<typeof openStripeDouble>>
beforeAll(async () => {
  app = await buildTestApp()
  double = await openStripeDouble(app.deps.sandbox)
})
afterAll(async () => {
  // Before anything else: what was sent that Stripe's own types do not know.
  expect(double.problems).toEqual([])
  await double.close()
  await app.close()
})

describe('[X-PAY-01] Stripe as a place for saved cards', () => {
  const access = () => ({
    stripe: openStripe({ secretKey: 'sk_test_terrace', place: double.place }),
    siteOrigin: 'https://tickets.example.com',
  })
  testCardVault(() => ({
    vault: createStripeVault(access()),
    gateway: createStripeGateway(access()),
    answerChallenge: async (url, answer) => void (await answerBank(app, url, answer)),
    disputeBank: asBank(() => app.deps.sandbox).disputeBank,
  }))
})
