import { money } from '@terrace/domain/money/money'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { cliFixture } from '#api/test/fixtures/cli-fixture.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { resumeAttemptOfPayment } from '#api/modules/checkout/index.ts'
import { paymentsOf, sandboxEnv } from '#api/test/fakes/sandbox.ts'

const fixture = cliFixture()
let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

const settle = (...args: string[]) =>
  fixture.run('settle-restored', args, {
    DATABASE_URL: market.deps.config.databaseUrl,
    DATA_DIR: market.deps.config.dataFolder,
    ...sandboxEnv(market.deps.sandbox),
  })

let keys = 0
const nextKey = () => `lost-${(keys += 1)}`
beforeEach(() => settle('--return-lost-payments'))

/** An authorised payment of a purchase that the database does not have. */
async function payLost(metadata: Record<string, string>): Promise<string> {
  const { gateway } = market.deps
  const { gatewayPaymentId } = await gateway.createPayment({
    amount: money(80_00, 'GBP'),
    idempotencyKey: nextKey(),
    description: 'Tickets',
    metadata,
  })
  return pay(gatewayPaymentId)
}
async function pay(gatewayPaymentId: string): Promise<string> {
  await market.deps.gateway.confirmPayment({
    gatewayPaymentId,
    paymentMethod: 'pm_card_visa',
    returnUrl: '/checkout/confirm',
    idempotencyKey: nextKey(),
  })
  return gatewayPaymentId
}
const capture = (gatewayPaymentId: string) =>
  market.deps.gateway.capturePayment({ gatewayPaymentId, idempotencyKey: nextKey() })
/** A call is tried three times. */
const failAllTries = (on: 'create' | 'retrieve', kind: 'drop_after' | 'fail_before') => {
  for (let count = 0; count < 3; count += 1) market.deps.sandbox.faults.plan({ on, kind })
}
const stateOf = (gatewayPaymentId: string) => market.deps.gateway.retrievePayment(gatewayPaymentId)

test('a payment without an order is reported, and refunded once when that is asked for', async () => {
  const id = await payLost({ attempt_id: 'att_lost' })
  await capture(id)
  const reported = await settle()
  expect(reported.out).toMatch(new RegExp(`${id} of £80\\.00 was paid, but the database has no order of it`))
  expect((await stateOf(id)).amountRefunded.minor).toBe(0)
  expect((await settle('--return-lost-payments')).out).toContain('£80.00 was refunded')
  expect((await settle('--return-lost-payments')).out).not.toContain(id)
  expect((await stateOf(id)).amountRefunded.minor).toBe(80_00)
})

test('an authorised payment without a purchase is cancelled', async () => {
  const id = await payLost({ attempt_id: 'att_lost' })
  expect((await settle()).out).toContain(`${id} of £80.00 is open (requires_capture)`)
  expect((await settle('--return-lost-payments')).out).toContain('was cancelled')
  expect((await stateOf(id)).status).toBe('canceled')
})

test('payments of orders, and payments that are not ours, are left alone', async () => {
  const foreign = await payLost({})
  await capture(foreign)
  const { order } = await buyOrder(market)
  const { out } = await settle('--return-lost-payments')
  const { gateway_payment_id: paid } = await market.db
    .selectFrom('orders')
    .select('gateway_payment_id')
    .where('number', '=', order.number)
    .executeTakeFirstOrThrow()
  for (const id of [foreign, paid]) {
    expect(out).not.toContain(id)
    expect((await stateOf(id)).amountRefunded.minor).toBe(0)
  }
})

test('a payment whose purchase is in progress is attached to it', async () => {
  failAllTries('create', 'drop_after')
  await buyOrder(market).catch(() => undefined)
  const open = () =>
    market.db
      .selectFrom('checkout_attempts')
      .select(['state', 'gateway_payment_id'])
      .where('is_open', '=', true)
      .executeTakeFirstOrThrow()
  expect(await open()).toEqual({ state: 'created', gateway_payment_id: null })
  expect((await settle('--return-lost-payments')).out).toContain('belongs to a purchase in progress')
  const attempt = await open()
  expect(attempt.state).toBe('authorising')
  expect((await stateOf(attempt.gateway_payment_id ?? '')).status).toBe('requires_payment_method')
})

test('a payment that was refunded is attached to its purchase in progress, which gets no order', async () => {
  failAllTries('create', 'drop_after')
  await buyOrder(market).catch(() => undefined)
  const attempt = () =>
    market.db
      .selectFrom('checkout_attempts')
      .select(['id', 'state'])
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
  const id = await pay(paymentsOf(market.deps.sandbox, (await attempt()).id)[0]?.id ?? '')
  await capture(id)
  await market.deps.gateway.refundPayment({ gatewayPaymentId: id, idempotencyKey: nextKey() })
  const { out } = await settle('--return-lost-payments')
  expect(out).toMatch(new RegExp(`${id} of .* belongs to a purchase in progress`))
  expect(out).toMatch(/returned .* of a purchase in progress; refunded in full, it ends without an order/)
  await resumeAttemptOfPayment(market.deps, id)
  expect(await attempt()).toMatchObject({ state: 'refunded' })
})

test('a lost refund is reported with its order', async () => {
  const { order } = await buyOrder(market)
  const { gateway_payment_id: gatewayPaymentId } = await market.db
    .selectFrom('orders')
    .select('gateway_payment_id')
    .where('number', '=', order.number)
    .executeTakeFirstOrThrow()
  const { refundId } = await market.deps.gateway.refundPayment({
    gatewayPaymentId,
    amount: money(10_00, 'GBP'),
    metadata: { refund_id: 'rfd_lost' },
    idempotencyKey: nextKey(),
  })
  expect((await settle()).out).toContain(`${refundId} returned £10.00 of order ${order.number}`)
})

test('without a response from the gateway the rest is settled, and a line says so', async () => {
  failAllTries('retrieve', 'fail_before')
  const { code, out } = await settle()
  expect([code, out]).toEqual([0, expect.stringContaining('the gateway did not answer')])
})
