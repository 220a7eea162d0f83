import { checkoutRoutes } from '@terrace/contracts/checkout'
import { ordersRoutes } from '@terrace/contracts/orders'
import { money } from '@terrace/domain/money/money'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { heldQuantity } from '#api/test/fixtures/factories.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import { readImbalances } from '#api/modules/ledger/index.ts'
import { paymentsOf } from '#api/test/fakes/sandbox.ts'
import { readRefundedPaymentEmailDetails } from './read-refunded-payment-email-details.ts'
import { reconcileAttempts } from './reconcile-attempts.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterEach(async () => {
  expect(await readImbalances(market.db)).toEqual([])
})
afterAll(() => market.close())

/** As in a restored database: captured and refunded since, while the purchase is still open here. */
async function buyAndRefund(refundedMinor?: number) {
  for (let count = 0; count < 3; count += 1)
    market.deps.sandbox.faults.plan({ on: 'confirm', kind: 'drop_after' })
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list({ quantity: 2 }), 2)
  const { data } = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held], 'pm_card_visa') })
  const { attempt_id: attemptId, status } = data.data
  expect(status).toBe('processing')
  const gatewayPaymentId = paymentsOf(market.deps.sandbox, attemptId)[0]?.id ?? ''
  const { gateway } = market.deps
  await gateway.capturePayment({ gatewayPaymentId, idempotencyKey: `${attemptId}:earlier-capture` })
  await gateway.refundPayment({
    gatewayPaymentId,
    idempotencyKey: `${attemptId}:earlier-refund`,
    ...(refundedMinor !== undefined && { amount: money(refundedMinor, 'GBP') }),
  })
  await reconcileAttempts(market.deps, { idleSeconds: 0 })
  const params = { attempt_id: attemptId }
  return {
    attemptId,
    listingId: held.listing_id,
    attempt: (await buyer.call(checkoutRoutes.attempt, { params })).data.data,
    orders: (await buyer.call(ordersRoutes.list)).data.data,
    refunded: () => paymentsOf(market.deps.sandbox, attemptId)[0]?.refunded,
  }
}

test('[X-ORDER-07] a payment that was refunded in full ends the purchase without an order', async () => {
  const { attemptId, listingId, attempt, orders, refunded } = await buyAndRefund()
  expect(attempt).toMatchObject({
    status: 'refunded',
    reason: 'Your payment was refunded before the order was placed.',
  })
  expect(orders).toEqual([])
  expect(refunded()).toBe(17_850)
  expect(await heldQuantity(market.db, listingId)).toBe(0)
  const other = await market.addBuyer()
  await expect(market.hold(other, listingId, 2)).resolves.toMatchObject({ quantity: 2 })
  expect(await readRefundedPaymentEmailDetails(market.db, attemptId)).toMatchObject({ wasCaptured: true })
})

test('a payment that was refunded in part becomes an order', async () => {
  const { attempt, orders, refunded } = await buyAndRefund(17_849)
  expect(attempt.status).toBe('confirmed')
  expect(orders).toMatchObject([{ lines: [{ status: 'Confirmed' }] }])
  expect(refunded()).toBe(17_849)
})
