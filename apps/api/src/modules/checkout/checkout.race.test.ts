import { checkoutRoutes } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { ordersRoutes } from '@terrace/contracts/orders'
import { randomInteger, randomItem, seededRandom } from '@terrace/domain/text/short-hash'
import { splitTypes } from '@terrace/domain/tickets/split-rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import { readImbalances } from '#api/modules/ledger/index.ts'
import { reconcileAttempts } from './attempts/reconcile-attempts.ts'
import { paymentsOf } from '#api/test/fakes/sandbox.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

test('[X-CHECKOUT-02] twenty concurrent checkouts with one key place one order and charge once', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 2)
  const responses = await Promise.all(
    Array.from({ length: 20 }, () =>
      buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]), idempotencyKey: 'twenty' }),
    ),
  )
  expect(new Set(responses.map((response) => response.text)).size).toBe(1)
  expect(responses[0]?.data.data.status).toBe('confirmed')
  expect((await buyer.call(ordersRoutes.list)).data.meta.total).toBe(1)
  const attemptId = responses[0]?.data.data.attempt_id ?? ''
  expect(paymentsOf(market.deps.sandbox, attemptId)).toMatchObject([{ status: 'succeeded' }])
})

test('twenty concurrent checkouts of the same tickets without a key place one order', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 2)
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) })),
  )
  expect(responses.filter((response) => response.ok)).toHaveLength(1)
  for (const response of responses.filter((response) => !response.ok))
    expect(['checkout.in_progress', 'checkout.hold_unusable']).toContain(response.error.code)
  expect((await buyer.call(ordersRoutes.list)).data.meta.total).toBe(1)
})

const cards = ['pm_card_visa', 'pm_card_visa', 'pm_card_visa_chargeDeclined', 'pm_card_threeDSecure2Required']
const expected = new Set([
  'hold.rejected',
  'hold.team_limit_exceeded',
  'hold.release_rejected',
  'checkout.hold_unusable',
  'checkout.in_progress',
])

/** A random action of one broker; only known errors are allowed. */
async function performRandomAction(buyer: Caller, listings: readonly string[], seed: string): Promise<void> {
  const random = seededRandom(seed)
  const expectExpectedError = async (response: { ok: boolean; error: { code: string } }) => {
    if (!response.ok) expect(expected).toContain(response.error.code)
  }
  const choice = randomInteger(random, 1, 10)
  if (choice <= 4) {
    const body = Array.from({ length: randomInteger(random, 1, 3) }, () => ({
      listing_id: randomItem(random, listings),
      quantity: randomInteger(random, 1, 4),
    }))
    return expectExpectedError(await buyer.call(holdsRoutes.place, { body }))
  }
  const { data } = (await buyer.call(holdsRoutes.list)).data
  const [hold] = data
  if (!hold) return undefined
  if (choice <= 6) {
    const body = [{ hold_id: hold.hold_id, quantity: randomInteger(random, 1, hold.quantity) }]
    return expectExpectedError(await buyer.call(holdsRoutes.release, { body }))
  }
  const body = purchaseBody(data.slice(0, 2), randomItem(random, cards))
  return expectExpectedError(await buyer.call(checkoutRoutes.buy, { body }))
}

test('[X-ORDER-06] 200 concurrent holds, releases and checkouts sell no seat twice and balance the ledger', async () => {
  const brokers = await Promise.all(Array.from({ length: 25 }, () => market.addBuyer()))
  const listings = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      market.list({
        quantity: 6,
        // Adjacent seats, every other seat, and no numbers.
        ...[{ firstSeat: 1 }, { seats: [1, 3, 5, 7, 9, 11] }, {}][index % 3],
        splitType: splitTypes[index % splitTypes.length] ?? 'No Preferences',
        multipleSaleUnit: 2,
      }),
    ),
  )
  for (const round of [1, 2]) {
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        performRandomAction(brokers[index % brokers.length] ?? market.visitor, listings, `${round}/${index}`),
      ),
    )
  }
  await reconcileAttempts(market.deps, { idleSeconds: 0 })

  const stock = await sql<{ id: string; quantity: number; sold: number; held: number; ordered: number }>`
    select l.id, l.quantity, l.sold,
      (select coalesce(sum(h.quantity), 0)::int from holds h where h.listing_id = l.id
        and hold_is_open(h.is_open, h.reserved_until, clock_timestamp())) as held,
      (select coalesce(sum(o.quantity), 0)::int from order_lines o where o.listing_id = l.id) as ordered
    from listings l where l.id = any(${listings})`.execute(market.db)
  for (const { quantity, sold, held, ordered } of stock.rows) {
    expect(sold).toBe(ordered)
    expect(sold + held).toBeLessThanOrEqual(quantity)
  }
  // Guards against a vacuous pass.
  expect(stock.rows.some(({ sold }) => sold > 0)).toBe(true)

  const seats = await sql<{ seat: string; times: number }>`
    select o.listing_id || '/' || seat as seat, count(*)::int as times
    from order_lines o, jsonb_array_elements(o.snapshot -> 'seats') seat
    where o.listing_id = any(${listings}) group by 1 having count(*) > 1`.execute(market.db)
  expect(seats.rows).toEqual([])
  const tickets = await sql<{ id: string }>`
    select l.id from listings l
    left join listing_tickets t on t.listing_id = l.id and t.state = 'sold'
    left join order_lines o on o.hold_id = t.hold_id
    where l.id = any(${listings})
    group by l.id, l.sold, l.quantity
    having count(t.ordinal) <> l.sold or max(t.ordinal) > l.quantity
      or count(*) filter (where t.seat is not null and not o.snapshot -> 'seats' @> to_jsonb(t.seat)) > 0`.execute(
    market.db,
  )
  expect(tickets.rows).toEqual([])

  expect(await readImbalances(market.db)).toEqual([])
  const { sandbox } = market.deps
  const charged = sandbox.store.find('select sum(amount_received - amount_refunded) as sum from intents')
  const money = await sql<{ booked: number; ordered: number }>`
    select (select coalesce(sum(amount_minor), 0)::int from ledger_entries where account = 'gateway') as booked,
      (select coalesce(sum(total_minor), 0)::int from orders) as ordered`.execute(market.db)
  expect(charged?.['sum']).toBe(money.rows[0]?.ordered)
  expect(money.rows[0]?.booked).toBe(money.rows[0]?.ordered)

  const attempts = await sql<{ id: string; state: string; ordered: boolean }>`
    select a.id, a.state, o.id is not null as ordered from checkout_attempts a
    left join orders o on o.attempt_id = a.id`.execute(market.db)
  for (const { id, state, ordered } of attempts.rows) {
    expect(state === 'confirmed').toBe(ordered)
    expect(paymentsOf(sandbox, id).filter(({ status }) => status === 'succeeded')).toHaveLength(
      ordered ? 1 : 0,
    )
  }
})
