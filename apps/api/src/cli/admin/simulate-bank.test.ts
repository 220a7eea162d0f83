import { afterAll, beforeAll, expect, test } from 'vitest'
import { processRefunds } from '#api/modules/orders/refunds/process-refunds.ts'
import { sendEvents } from '#api/modules/payments/index.ts'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { cliFixture } from '#api/test/fixtures/cli-fixture.ts'
import { parseBankDecision } from './simulate-bank.ts'

const fixture = cliFixture()
let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

const admin = (args: readonly string[], env: Record<string, string> = {}) =>
  fixture.run('admin', args, {
    DATABASE_URL: market.deps.config.databaseUrl,
    DATA_DIR: market.deps.config.dataFolder,
    ...env,
  })

const sendAll = async () => {
  while ((await sendEvents(market.deps.sandbox)) > 0);
}

test('[X-ORDER-03] the CLI makes the sandbox bank return a refund and decide a dispute, once each', async () => {
  const { order, line } = await buyOrder(market, { cardToken: 'pm_sandbox_disputed' })
  await admin(['cancel', line.id, '--reason', 'Postponed'])
  await processRefunds(market.deps)
  await sendAll()
  const { out } = await admin(['order', order.number])
  const refund = /re_\w+/.exec(out)?.[0] ?? ''
  const dispute = /dp_\w+/.exec(out)?.[0] ?? ''

  const back = await admin(['simulate-bank', refund, 'failed'])
  expect([back.code, back.out]).toEqual([0, `${refund} is now failed at the sandbox bank\n`])
  const won = await admin(['simulate-bank', dispute, 'won'])
  expect([won.code, won.out]).toEqual([0, `${dispute} is now won at the sandbox bank\n`])
  await sendAll()
  const after = (await admin(['order', order.number])).out
  expect(after).toContain(`Refund of ${line.id}, failed`)
  expect(after).toContain('Disputed, fraudulent, won')

  for (const args of [
    ['simulate-bank', refund, 'failed'],
    ['simulate-bank', refund, 'succeeded'],
    ['simulate-bank', dispute, 'lost'],
    ['simulate-bank', 're_never', 'failed'],
  ]) {
    const rejected = await admin(args)
    expect([rejected.code, rejected.error]).toEqual([1, expect.stringMatching(/^No .+ with this id/)])
  }
})

test('simulate-bank requires the sandbox gateway', async () => {
  const stripe = {
    PAYMENT_GATEWAY: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    TRADE_ORIGINS: 'https://tickets.example.com',
  }
  const rejected = await admin(['simulate-bank', 're_1', 'failed'], stripe)
  expect([rejected.code, rejected.error]).toEqual([1, 'only available with the sandbox gateway\n'])
})

test.each([
  [[], 'needs the provider’s id'],
  [['rfd_1', 'failed'], 'needs the provider’s id'],
  [['re_1'], 'succeeded or failed'],
  [['re_1', 'lost'], 'succeeded or failed'],
  [['dp_1', 'failed'], 'won or lost'],
  [['re_1', 'failed', 're_2'], 'unexpected argument: re_2'],
])('rejects %j', (input, expected) => {
  expect(parseBankDecision(input)).toContain(expected)
})
