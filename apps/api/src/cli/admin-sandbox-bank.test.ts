import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRefunds } from '../modules/orders/refunds/make-refunds.ts'
import { sendEvents } from '../modules/payments/index.ts'
import { buyOrder } from '../test/bought-order.ts'
import { buildMarket, type Market } from '../test/build-market.ts'
import { commandGround } from '../test/command-ground.ts'
import { readSandboxBankWish } from './admin-sandbox-bank.ts'

const ground = commandGround()
let market: Market
beforeAll(async () => {
  market = await buildMarket()
})
afterAll(() => market.close())

const admin = (args: readonly string[], env: Record<string, string> = {}) =>
  ground.run('admin', args, {
    DATABASE_URL: market.deps.config.databaseUrl,
    TERRACE_DATA: market.deps.config.dataFolder,
    ...env,
  })

const sendAll = async () => {
  while ((await sendEvents(market.deps.sandbox)) > 0);
}

test('[X-ORDER-03] at the terminal the sandbox’s bank sends a refund back and decides a dispute, each once, and the order shows it', async () => {
  const { order, line } = await buyOrder(market, { cardToken: 'pm_sandbox_disputed' })
  await admin(['cancel', line.id, '--reason', 'Postponed'])
  await makeRefunds(market.deps)
  await sendAll()
  const { out } = await admin(['order', order.number])
  const refund = /re_\w+/.exec(out)?.[0] ?? ''
  const dispute = /dp_\w+/.exec(out)?.[0] ?? ''

  const back = await admin(['sandbox-bank', refund, 'failed'])
  expect([back.code, back.out]).toEqual([0, `${refund} is failed at its bank; the provider tells of it\n`])
  const won = await admin(['sandbox-bank', dispute, 'won'])
  expect([won.code, won.out]).toEqual([0, `${dispute} is won at its bank; the provider tells of it\n`])
  await sendAll()
  const after = (await admin(['order', order.number])).out
  expect(after).toContain(`Refund of ${line.id}, failed`)
  expect(after).toContain('Disputed, fraudulent, won')

  for (const args of [
    ['sandbox-bank', refund, 'failed'],
    ['sandbox-bank', refund, 'succeeded'],
    ['sandbox-bank', dispute, 'lost'],
    ['sandbox-bank', 're_never', 'failed'],
  ]) {
    const refused = await admin(args)
    expect([refused.code, refused.error]).toEqual([1, expect.stringMatching(/^There is no such /)])
  }
})

test('no other bank does as it is told', async () => {
  const stripe = {
    PAYMENT_GATEWAY: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    TRADE_ORIGINS: 'https://tickets.example.com',
  }
  const refused = await admin(['sandbox-bank', 're_1', 'failed'], stripe)
  expect([refused.code, refused.error]).toEqual([1, 'Only the bank of the sandbox does as it is told\n'])
})

test.each([
  [[], 'needs the provider’s name'],
  [['rfd_1', 'failed'], 'needs the provider’s name'],
  [['re_1'], 'succeeded or failed'],
  [['re_1', 'lost'], 'succeeded or failed'],
  [['dp_1', 'failed'], 'won or lost'],
  [['re_1', 'failed', 're_2'], 'one thing at a time'],
])('%j is not understood', (words, said) => {
  expect(readSandboxBankWish(words)).toContain(said)
})
