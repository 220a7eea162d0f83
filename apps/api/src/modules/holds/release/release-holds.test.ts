import { checkoutRoutes } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { heldQuantity } from '#api/test/fixtures/factories.ts'
import { expireHold } from '#api/test/fixtures/expire-hold.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

const release = (caller: Caller, ...items: [holdId: string, quantity: number][]) =>
  caller.call(holdsRoutes.release, {
    body: items.map(([hold_id, quantity]) => ({ hold_id, quantity })),
  })

test('[API-24] [HOLD-03] [X-API-07] releases return one line per item and free the tickets', async () => {
  const [buyer, other] = [await market.addBuyer(), await market.addBuyer()]
  const [first, second] = [await market.list(), await market.list()]
  const [one, two] = [await market.hold(buyer, first, 4), await market.hold(buyer, second, 3)]
  const { text } = await release(buyer, [two.hold_id, 3], [one.hold_id, 4])
  expect(JSON.parse(text)).toEqual({
    data: [
      { hold_id: two.hold_id, released: 3, remaining: 0 },
      { hold_id: one.hold_id, released: 4, remaining: 0 },
    ],
  })
  await expect(market.hold(other, first, 4)).resolves.toMatchObject({ quantity: 4 })
})

test('[X-HOLD-08] part of a hold can be released; the rest stays held', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list({ quantity: 6 })
  const { hold_id } = await market.hold(buyer, listingId, 4)
  const { data } = await release(buyer, [hold_id, 3])
  expect(data.data).toEqual([{ hold_id, released: 3, remaining: 1 }])
  expect(await heldQuantity(market.db, listingId)).toBe(1)
})

test('[X-HOLD-09] releasing more than is held is rejected and changes nothing, in one item or several', async () => {
  const buyer = await market.addBuyer()
  const [listingId, fine] = [await market.list({ quantity: 6 }), await market.list()]
  const { hold_id } = await market.hold(buyer, listingId, 3)
  const other = await market.hold(buyer, fine, 2)
  const response = await release(buyer, [other.hold_id, 2], [hold_id, 2], [hold_id, 2])
  expect(response.status).toBe(409)
  expect(response.error.code).toBe('hold.release_rejected')
  expect(response.error.errors).toMatchObject({
    title: 'You’re holding fewer tickets than that',
    lines: [
      { index: 1, hold_id, code: 'hold.too_many', held: 3, releasable: [1, 2, 3] },
      { index: 2, hold_id, code: 'hold.too_many' },
    ],
  })
  expect(await heldQuantity(market.db, listingId)).toBe(3)
  expect(await heldQuantity(market.db, fine)).toBe(2)
})

test('[X-HOLD-10] another team’s hold cannot be released and is reported as not found', async () => {
  const [buyer, otherBuyer] = [await market.addBuyer(), await market.addBuyer()]
  const listingId = await market.list()
  const { hold_id } = await market.hold(buyer, listingId, 4)
  const response = await release(otherBuyer, [hold_id, 4], ['hld_never', 1])
  expect(response.error.errors).toMatchObject({
    lines: [{ code: 'hold.not_found' }, { code: 'hold.not_found' }],
  })
  expect(await heldQuantity(market.db, listingId)).toBe(4)
})

test('a colleague can release a hold, because holds belong to the team', async () => {
  const buyer = await market.addBuyer()
  const colleague = await market.addBuyer({ teamId: buyer.teamId })
  const { hold_id } = await market.hold(buyer, await market.list(), 2)
  expect((await release(colleague, [hold_id, 2])).ok).toBe(true)
})

test('an expired, released or sold hold cannot be released', async () => {
  const buyer = await market.addBuyer()
  const expiredHold = await market.hold(buyer, await market.list(), 2)
  await expireHold(market.db, expiredHold.hold_id)
  const releasedHold = await market.hold(buyer, await market.list(), 2)
  await release(buyer, [releasedHold.hold_id, 2])
  const soldListing = await market.list()
  const soldHold = await market.hold(buyer, soldListing, 2)
  expect((await buyer.call(checkoutRoutes.buy, { body: purchaseBody([soldHold]) })).ok).toBe(true)
  for (const { hold_id } of [expiredHold, releasedHold, soldHold]) {
    const response = await release(buyer, [hold_id, 2])
    expect(response.error.errors).toMatchObject({ lines: [{ code: 'hold.ended', held: 0, releasable: [] }] })
  }
  const { rows } = await sql`select sold from listings where id = ${soldListing}`.execute(market.db)
  expect(rows).toEqual([{ sold: 2 }])
})

test.each([
  { rule: 'All Together' as const, quantity: 4, held: 4, rejected: [1, 2, 3], allowed: 4 },
  { rule: 'Avoid Leaving One Ticket' as const, quantity: 4, held: 4, rejected: [1], allowed: 3 },
  { rule: 'Sell In Multiples' as const, quantity: 6, held: 4, rejected: [1, 3], allowed: 2, unit: 2 },
])(
  '"$rule" allows a partial release only if both parts could be sold',
  async ({ rule, quantity, held, rejected, allowed, unit }) => {
    const buyer = await market.addBuyer()
    const listingId = await market.list({
      quantity,
      splitType: rule,
      ...(unit !== undefined && { multipleSaleUnit: unit }),
    })
    const { hold_id } = await market.hold(buyer, listingId, held)
    for (const part of rejected) {
      const response = await release(buyer, [hold_id, part])
      expect(response.error.errors).toMatchObject({ lines: [{ code: 'hold.part_not_allowed' }] })
    }
    expect(await heldQuantity(market.db, listingId)).toBe(held)
    expect((await release(buyer, [hold_id, allowed])).ok).toBe(true)
  },
)

test('the list shows the team’s holds by expiry, with releasable quantities and the limit', async () => {
  const buyer = await market.addBuyer()
  const early = await market.list({ quantity: 4, splitType: 'Avoid Leaving One Ticket' })
  const late = await market.list()
  const expiredHold = await market.hold(buyer, await market.list(), 1)
  await expireHold(market.db, expiredHold.hold_id)
  const first = await market.hold(buyer, early, 4)
  const second = await market.hold(buyer, late, 2)
  const colleague = await market.addBuyer({ teamId: buyer.teamId })
  const { data } = await colleague.call(holdsRoutes.list)
  expect(data.meta).toEqual({ held: 6, limit: 60 })
  expect(data.data).toMatchObject([
    {
      hold_id: first.hold_id,
      quantity: 4,
      state: 'active',
      price: { amount: '85.00', currency: 'GBP' },
      service_fee: { amount: '4.25', currency: 'GBP' },
      expires_at: first.expires_at,
      event: {
        id: market.eventId,
        event_date_local: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/),
        timezone: 'Europe/London',
      },
      listing: { seller_name: 'Kop Stock', section: 'Block 112', releasable: [2, 3, 4] },
    },
    { hold_id: second.hold_id, listing: { releasable: [1, 2] } },
  ])
  const otherBuyer = await market.addBuyer()
  expect((await otherBuyer.call(holdsRoutes.list)).data.data).toEqual([])
})
