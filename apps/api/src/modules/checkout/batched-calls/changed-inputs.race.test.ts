import { holdsRoutes } from '@terrace/contracts/holds'
import { ordersRoutes } from '@terrace/contracts/orders'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelLines } from '#api/modules/orders/index.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import type { BatchedCheckoutCalls } from './batched-checkout-calls.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

/** Replaces some of the checkout calls while `attempt` runs. */
async function buyWith(changes: Partial<BatchedCheckoutCalls>, attempt: () => Promise<void>): Promise<void> {
  const original = { ...market.deps.batchedCheckoutCalls }
  Object.assign(market.deps.batchedCheckoutCalls, changes)
  try {
    await attempt()
  } finally {
    Object.assign(market.deps.batchedCheckoutCalls, original)
  }
}

test('tickets released while their purchase is validated are not paid for', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 3)
  const { readPurchase } = market.deps.batchedCheckoutCalls
  let reads = 0
  const readThenRelease: BatchedCheckoutCalls['readPurchase'] = async (request) => {
    const inputs = await readPurchase(request)
    reads += 1
    if (reads === 1) {
      const released = await buyer.call(holdsRoutes.release, {
        body: [{ hold_id: held.hold_id, quantity: 1 }],
      })
      expect(released.status).toBe(200)
    }
    return inputs
  }
  await buyWith({ readPurchase: readThenRelease }, async () => {
    const response = await buyer.call(checkoutRoutes.buy, {
      body: purchaseBody([held]),
      idempotencyKey: 'released',
    })
    expect(response.status).toBe(409)
    expect(response.error.errors).toMatchObject({ lines: [{ code: 'hold.quantity_differs' }] })
  })
  expect(reads).toBe(2)
  // Nothing was stored for the key, so the corrected purchase may use it.
  const { data } = await buyer.call(holdsRoutes.list)
  const bought = await buyer.call(checkoutRoutes.buy, {
    body: purchaseBody(data.data),
    idempotencyKey: 'released',
  })
  expect(bought.data.data.status).toBe('confirmed')
})

test('an order composed from outdated stock is composed again and gets free seats', async () => {
  const buyer = await market.addBuyer()
  const listing = await market.list({ quantity: 6, firstSeat: 11 })
  const [first, second] = [await market.hold(buyer, listing, 2), await market.hold(buyer, listing, 2)]
  await buyer.call(checkoutRoutes.buy, { body: purchaseBody([first]) })
  const { tryPlaceOrder } = market.deps.batchedCheckoutCalls
  const composeAsIfUnsold: BatchedCheckoutCalls['tryPlaceOrder'] = (request) =>
    tryPlaceOrder({
      ...request,
      compose: (inputs) =>
        request.compose({
          ...inputs,
          sellable: new Map(
            [...inputs.sellable].map(([id, sellable]) => [id, { ...sellable, sold: 0, soldSeats: [] }]),
          ),
        }),
    })
  await buyWith({ tryPlaceOrder: composeAsIfUnsold }, async () => {
    const bought = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([second]) })
    expect(bought.data.data.order?.lines).toMatchObject([{ first_seat: 13, last_seat: 14 }])
  })
  expect((await buyer.call(ordersRoutes.list)).data.meta.total).toBe(2)
  const { rows } = await sql`select sold from listings where id = ${listing}`.execute(market.db)
  expect(rows).toEqual([{ sold: 4 }])
})

test('seats sold while as many others were put back on sale are not sold again', async () => {
  const [first, second, third] = [await market.addBuyer(), await market.addBuyer(), await market.addBuyer()]
  const listing = await market.list({ quantity: 8, firstSeat: 11 })
  const buy = async (buyer: Caller) => {
    const held = await market.hold(buyer, listing, 2)
    const { data } = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) })
    return data.data.order?.lines
  }
  expect(await buy(first)).toMatchObject([{ first_seat: 11, last_seat: 12 }])
  const { tryStartPurchase } = market.deps.batchedCheckoutCalls
  // The second buyer's order is composed from what is read here; the sold quantity is the same again afterwards.
  const startThenSellOthers: BatchedCheckoutCalls['tryStartPurchase'] = async (start) => {
    const started = await tryStartPurchase(start)
    Object.assign(market.deps.batchedCheckoutCalls, { tryStartPurchase })
    expect(await buy(third)).toMatchObject([{ first_seat: 13, last_seat: 14 }])
    const [line] = await market.db
      .selectFrom('order_lines')
      .innerJoin('orders', 'orders.id', 'order_lines.order_id')
      .where('orders.team_id', '=', first.teamId)
      .select('order_lines.id')
      .execute()
    const target = { lineId: line?.id ?? '' }
    await cancelLines(market.deps, { target, actor: 'support', reason: 'Not needed', relist: true })
    return started
  }
  await buyWith({ tryStartPurchase: startThenSellOthers }, async () => {
    expect(await buy(second)).toMatchObject([{ first_seat: 11, last_seat: 12 }])
  })
})

test('buyers who pay at the same time get their own orders, also for one listing', async () => {
  const shared = await market.list({ quantity: 20, firstSeat: 1 })
  const buyers = await Promise.all(Array.from({ length: 10 }, () => market.addBuyer()))
  const orders = await Promise.all(
    buyers.map(async (buyer, index) => {
      const held = await market.hold(buyer, index < 5 ? shared : await market.list(), 2)
      const { data } = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) })
      const placed = await buyer.call(ordersRoutes.list)
      // The response, built in memory, equals what is stored.
      expect(placed.data.data.map(({ number }) => number)).toEqual([data.data.order?.number])
      return data.data.order
    }),
  )
  const seats = orders.slice(0, 5).flatMap((order) => order?.lines.map((line) => line.first_seat) ?? [])
  expect(seats.toSorted((left, right) => Number(left) - Number(right))).toEqual([1, 3, 5, 7, 9])
})
