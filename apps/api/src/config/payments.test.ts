import { expect, test } from 'vitest'
import { buildApp } from '#api/app.ts'
import { readConfig } from './config.ts'
import { createDeps } from '#api/deps.ts'
import { productionEnv } from '#api/test/fixtures/production-env.ts'
import { createTestDatabase } from '#api/test/harness/test-database.ts'

const keys = {
  PAYMENT_GATEWAY: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1,whsec_2',
  TRADE_ORIGINS: 'https://tickets.example.com',
}
const read = (env: Record<string, string>) =>
  readConfig({ DATABASE_URL: 'postgres://localhost/none', ...env })

test('[X-PAY-01] the sandbox is the default gateway', () => {
  expect(read({}).payment).toEqual({ gateway: 'sandbox', access: undefined })
})

test('the sandbox is configured by its address and secrets, all or none', () => {
  const access = {
    SANDBOX_URL: 'http://127.0.0.1:4100/',
    SANDBOX_SECRET_KEY: `sk_sandbox_${'0'.repeat(32)}`,
    SANDBOX_WEBHOOK_SECRET: `whsec_sandbox_${'0'.repeat(32)}`,
  }
  expect(read(access).payment).toEqual({
    gateway: 'sandbox',
    access: {
      url: 'http://127.0.0.1:4100',
      secretKey: access.SANDBOX_SECRET_KEY,
      webhookSecret: access.SANDBOX_WEBHOOK_SECRET,
    },
  })
  expect(() => read({ SANDBOX_URL: access.SANDBOX_URL })).toThrow(/SANDBOX_URL: needs SANDBOX_SECRET_KEY/)
  expect(() => createDeps(read({}))).toThrow(/needs SANDBOX_URL.*npm start/)
})

test('[X-PAY-01] Stripe is configured by its keys and returns buyers to the first trade site', () => {
  expect(read(keys).payment).toEqual({
    gateway: 'stripe',
    secretKey: 'sk_test_1',
    publishableKey: 'pk_test_1',
    webhookSecrets: ['whsec_1', 'whsec_2'],
    siteOrigin: 'https://tickets.example.com',
  })
})

test.each([
  ['STRIPE_SECRET_KEY', 'pk_test_1', /STRIPE_SECRET_KEY: must be a secret/],
  ['STRIPE_SECRET_KEY', '', /STRIPE_SECRET_KEY/],
  ['STRIPE_PUBLISHABLE_KEY', 'pk_live_1', /both be test keys/],
  ['STRIPE_WEBHOOK_SECRET', 'secret', /STRIPE_WEBHOOK_SECRET: must be a signing secret/],
  ['TRADE_ORIGINS', '', /needs TRADE_ORIGINS/],
])('%s=%s is rejected by name', (name, value, text) => {
  expect(() => read({ ...keys, [name]: value })).toThrow(text)
})

test.each(['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const)(
  'Stripe without %s is rejected',
  (name) => {
    const { [name]: _left, ...others } = keys
    expect(() => read(others)).toThrow(/PAYMENT_GATEWAY: stripe needs/)
  },
)

test('[X-PAY-01] with Stripe the browser gets its key and form, and the sandbox is absent', async () => {
  const { databaseUrl, drop } = await createTestDatabase()
  const config = read({ ...keys, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' })
  const { app } = await buildApp(createDeps(config))
  try {
    const { body, headers } = await app.inject('/config.json')
    expect(JSON.parse(body)).toMatchObject({ payments: { gateway: 'stripe', publishable_key: 'pk_test_1' } })
    expect(headers['content-security-policy']).toContain('https://js.stripe.com')
    expect((await app.inject('/sandbox/card-frame')).statusCode).toBe(404)
  } finally {
    await app.close()
    await drop()
  }
})

test('[X-PAY-02] production starts with the sandbox only when explicitly allowed', () => {
  expect(() => read(productionEnv)).toThrow(/PAYMENT_GATEWAY: the sandbox accepts test cards only/)
  const allowed = read({ ...productionEnv, ALLOW_SANDBOX_IN_PRODUCTION: 'true' })
  expect(allowed.payment.gateway).toBe('sandbox')
  expect(() => read({ ALLOW_SANDBOX_IN_PRODUCTION: 'yes' })).toThrow(/ALLOW_SANDBOX_IN_PRODUCTION/)
})
