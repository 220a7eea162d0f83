import { checkoutRoutes } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { ordersRoutes } from '@terrace/contracts/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeBankChallenge } from '#api/test/fakes/bank-challenge.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { heldQuantity } from '#api/test/fixtures/factories.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import { reconcileAttempts } from './reconcile-attempts.ts'
import { paymentsOf } from '#api/test/fakes/sandbox.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

const rounds = 12

async function buyerWithHold() {
  const buyer = await market.addBuyer()
  const listingId = await market.list()
  return { buyer, listingId, held: await market.hold(buyer, listingId, 2) }
}

/** Returns the listing's sold tickets and orders, and the amount its payments captured. */
async function salesOf(listingId: string) {
  const { rows } = await sql<{ sold: number; orders: number; attempts: string[] }>`
    select l.sold,
      (select count(*)::int from order_lines o where o.listing_id = l.id and o.state <> 'cancelled') as orders,
      array(select attempt_id from checkout_attempt_lines a where a.listing_id = l.id) as attempts
    from listings l where l.id = ${listingId}`.execute(market.db)
  const [{ sold, orders, attempts } = { sold: 0, orders: 0, attempts: [] }] = rows
  const payments = attempts.flatMap((id) => paymentsOf(market.deps.sandbox, id))
  const received = payments.reduce((sum, payment) => sum + payment.received - payment.refunded, 0)
  return { sold, orders, received }
}
const sold = { sold: 2, orders: 1, received: 17_850 }
const unsold = { sold: 0, orders: 0, received: 0 }

test('a double click, or two tabs with separate keys, pay once', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { buyer, listingId, held } = await buyerWithHold()
    const body = purchaseBody([held])
    const responses = await Promise.all(
      ['tab 1', 'tab 2', 'tab 2'].map((idempotencyKey) =>
        buyer.call(checkoutRoutes.buy, { body, idempotencyKey }),
      ),
    )
    for (const response of responses)
      if (response.ok) expect(response.data.data.status).toBe('confirmed')
      else expect(['checkout.in_progress', 'checkout.hold_unusable']).toContain(response.error.code)
    expect(responses.some((response) => response.ok)).toBe(true)
    expect(await salesOf(listingId)).toEqual(sold)
    expect((await buyer.call(ordersRoutes.list)).data.meta.total).toBe(1)
  }
})

test('paying in one tab and releasing in another either buys the tickets or releases them', async () => {
  const ends = new Set<string>()
  for (let round = 0; round < rounds; round += 1) {
    const { buyer, listingId, held } = await buyerWithHold()
    const pay = () => buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) })
    const cancel = () => buyer.call(holdsRoutes.release, { body: [{ hold_id: held.hold_id, quantity: 2 }] })
    const [paid, cancelled] =
      round % 2 === 0
        ? await Promise.all([pay(), cancel()])
        : await Promise.all([cancel(), pay()]).then(([second, first]) => [first, second] as const)
    expect([paid.ok, cancelled.ok].filter(Boolean)).toHaveLength(1)
    ends.add(paid.ok ? 'paid' : 'cancelled')
    expect(await salesOf(listingId)).toEqual(paid.ok ? sold : unsold)
    expect(await heldQuantity(market.db, listingId)).toBe(0)
    if (!paid.ok) expect(paid.error.code).toBe('checkout.hold_unusable')
    if (!cancelled.ok) expect(cancelled.error.code).toBe('hold.release_rejected')
  }
  expect(ends.size).toBeGreaterThan(0)
})

test('paying at the moment the hold expires buys the tickets or charges nothing', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { buyer, listingId, held } = await buyerWithHold()
    const other = await market.addBuyer()
    const [paid] = await Promise.all([
      buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) }),
      sql`update holds set expires_at = clock_timestamp(), reserved_until = clock_timestamp()
        where id = ${held.hold_id} and state = 'active'`.execute(market.db),
      other.call(holdsRoutes.place, { body: [{ listing_id: listingId, quantity: 4 }] }),
    ])
    if (!paid.ok) expect(paid.error.code).toBe('checkout.hold_unusable')
    expect(await salesOf(listingId)).toEqual(paid.ok ? sold : unsold)
  }
})

test('bank approval, returning buyer, gateway event and reconciler together place one order', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { buyer, listingId, held } = await buyerWithHold()
    const body = purchaseBody([held], 'pm_card_threeDSecure2Required')
    const attempt = (await buyer.call(checkoutRoutes.buy, { body })).data.data
    const params = { attempt_id: attempt.attempt_id }
    await Promise.all([
      completeBankChallenge(market, attempt.next_action?.url ?? '', 'approve'),
      ...Array.from({ length: 4 }, () => buyer.call(checkoutRoutes.attempt, { params })),
      reconcileAttempts(market.deps, { idleSeconds: 0 }),
    ])
    expect((await buyer.call(checkoutRoutes.attempt, { params })).data.data.status).toBe('confirmed')
    expect(await salesOf(listingId)).toEqual(sold)
  }
})

test('[X-CHECKOUT-02] a key with a different body is rejected and nothing is paid twice', async () => {
  const { buyer, listingId, held } = await buyerWithHold()
  const other = await buyerWithHold()
  const body = purchaseBody([held])
  await buyer.call(checkoutRoutes.buy, { body, idempotencyKey: 'once' })
  const response = await buyer.call(checkoutRoutes.buy, {
    body: { ...body, email_address: 'another@post.example' },
    idempotencyKey: 'once',
  })
  expect([response.status, response.error.code]).toEqual([422, 'idempotency.key_reused'])
  expect(await salesOf(listingId)).toEqual(sold)
  // Keys are scoped to a team, so another team may use the same one.
  const otherPurchase = await other.buyer.call(checkoutRoutes.buy, {
    body: purchaseBody([other.held]),
    idempotencyKey: 'once',
  })
  expect(otherPurchase.data.data.status).toBe('confirmed')
})
