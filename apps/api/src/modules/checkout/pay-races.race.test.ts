import { checkoutRoutes } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { ordersRoutes } from '@terrace/contracts/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerBank } from '../../test/bank-challenge.ts'
import { buildMarket, type Market } from '../../test/build-market.ts'
import { heldQuantity } from '../../test/factories.ts'
import { purchaseBody } from '../../test/purchase-body.ts'
import { reconcileAttempts } from './reconcile-attempts.ts'

let market: Market
beforeAll(async () => {
  market = await buildMarket()
})
afterAll(() => market.close())

const rounds = 12

async function holding() {
  const buyer = await market.addBuyer()
  const listingId = await market.list()
  return { buyer, listingId, held: await market.hold(buyer, listingId, 2) }
}

/** Tickets sold and orders written of the listing, and what its payments took. */
async function booksOf(listingId: string) {
  const { rows } = await sql<{ sold: number; orders: number; received: number }>`
    select l.sold,
      (select count(*)::int from order_lines o where o.listing_id = l.id and o.state <> 'cancelled') as orders,
      (select coalesce(sum(i.amount_received - i.amount_refunded), 0)::int from sandbox.intents i
        join checkout_attempt_lines a on a.attempt_id = i.metadata ->> 'attempt_id' where a.listing_id = l.id) as received
    from listings l where l.id = ${listingId}`.execute(market.db)
  return rows[0]
}
const sold = { sold: 2, orders: 1, received: 17_850 }
const unsold = { sold: 0, orders: 0, received: 0 }

test('a double click, or two tabs with their own keys, pay once', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { buyer, listingId, held } = await holding()
    const body = purchaseBody([held])
    const answers = await Promise.all(
      ['tab 1', 'tab 2', 'tab 2'].map((idempotencyKey) =>
        buyer.call(checkoutRoutes.buy, { body, idempotencyKey }),
      ),
    )
    for (const answer of answers)
      if (answer.ok) expect(answer.data.data.status).toBe('confirmed')
      else expect(['checkout.in_progress', 'checkout.hold_unusable']).toContain(answer.error.code)
    expect(answers.some((answer) => answer.ok)).toBe(true)
    expect(await booksOf(listingId)).toEqual(sold)
    expect((await buyer.call(ordersRoutes.list)).data.meta.total).toBe(1)
  }
})

test('paying in one tab and cancelling in another: the tickets are either bought or released, never both', async () => {
  const ends = new Set<string>()
  for (let round = 0; round < rounds; round += 1) {
    const { buyer, listingId, held } = await holding()
    const pay = () => buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) })
    const cancel = () => buyer.call(holdsRoutes.release, { body: [{ hold_id: held.hold_id, quantity: 2 }] })
    const [paid, cancelled] =
      round % 2 === 0
        ? await Promise.all([pay(), cancel()])
        : await Promise.all([cancel(), pay()]).then(([second, first]) => [first, second] as const)
    expect([paid.ok, cancelled.ok].filter(Boolean)).toHaveLength(1)
    ends.add(paid.ok ? 'paid' : 'cancelled')
    expect(await booksOf(listingId)).toEqual(paid.ok ? sold : unsold)
    expect(await heldQuantity(market.db, listingId)).toBe(0)
    if (!paid.ok) expect(paid.error.code).toBe('checkout.hold_unusable')
    if (!cancelled.ok) expect(cancelled.error.code).toBe('hold.release_refused')
  }
  expect(ends.size).toBeGreaterThan(0)
})

test('paying at the moment at which the hold lapses buys the tickets or charges nothing', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { buyer, listingId, held } = await holding()
    const other = await market.addBuyer()
    const [paid] = await Promise.all([
      buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) }),
      sql`update holds set expires_at = clock_timestamp(), reserved_until = clock_timestamp()
        where id = ${held.hold_id} and state = 'active'`.execute(market.db),
      other.call(holdsRoutes.place, { body: [{ listing_id: listingId, quantity: 4 }] }),
    ])
    if (!paid.ok) expect(paid.error.code).toBe('checkout.hold_unusable')
    expect(await booksOf(listingId)).toEqual(paid.ok ? sold : unsold)
  }
})

test('the bank’s approval, the buyer who comes back, the provider’s word and the reconciler at once make one order', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { buyer, listingId, held } = await holding()
    const body = purchaseBody([held], 'pm_card_threeDSecure2Required')
    const attempt = (await buyer.call(checkoutRoutes.buy, { body })).data.data
    const params = { attempt_id: attempt.attempt_id }
    await Promise.all([
      answerBank(market, attempt.next_action?.url ?? '', 'approve'),
      ...Array.from({ length: 4 }, () => buyer.call(checkoutRoutes.attempt, { params })),
      reconcileAttempts(market.deps, { quietSeconds: 0 }),
    ])
    expect((await buyer.call(checkoutRoutes.attempt, { params })).data.data.status).toBe('confirmed')
    expect(await booksOf(listingId)).toEqual(sold)
  }
})

test('[X-CHECKOUT-02] a key that came with another body is refused, and nothing is paid twice', async () => {
  const { buyer, listingId, held } = await holding()
  const other = await holding()
  const body = purchaseBody([held])
  await buyer.call(checkoutRoutes.buy, { body, idempotencyKey: 'once' })
  const answer = await buyer.call(checkoutRoutes.buy, {
    body: { ...body, email_address: 'another@post.example' },
    idempotencyKey: 'once',
  })
  expect([answer.status, answer.error.code]).toEqual([422, 'idempotency.key_reused'])
  expect(await booksOf(listingId)).toEqual(sold)
  // A key is the team's own: another team may use the same word.
  const theirs = await other.buyer.call(checkoutRoutes.buy, {
    body: purchaseBody([other.held]),
    idempotencyKey: 'once',
  })
  expect(theirs.data.data.status).toBe('confirmed')
})
