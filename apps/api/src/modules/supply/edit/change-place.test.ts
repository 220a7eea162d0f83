import { checkoutRoutes } from '@terrace/contracts/checkout'
import { inventoryDetailsRoutes } from '@terrace/contracts/inventory-details'
import { inventoryEditRoutes } from '@terrace/contracts/inventory-edit'
import { inventoryRoutes } from '@terrace/contracts/inventory'
import { quoteCreationRoutes } from '@terrace/contracts/quote-creation'
import type { BodyInputOf } from '@terrace/contracts/route'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { drawBlocks } from '#api/test/fixtures/new-listing.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'

let market: Marketplace
let seller: Caller
beforeAll(async () => {
  market = await buildMarketplace()
  await drawBlocks(market)
  seller = await market.addBuyer({ teamId: market.sellerTeamId, role: 'seller' })
})
afterAll(() => market.close())

type Create = BodyInputOf<typeof inventoryEditRoutes.create>
let places = 0
async function create(values: Partial<Create> = {}) {
  const { data } = await seller.call(inventoryEditRoutes.create, {
    body: {
      event_id: market.eventId,
      section: 'Block 112',
      row: `P${(places += 1)}`,
      quantity: 4,
      price: '90.00',
      in_hand_days_before: 2,
      ticket_type: 'eTicket',
      ...values,
    },
  })
  return data.data
}

type Update = BodyInputOf<typeof inventoryEditRoutes.update>
const update = (id: string, body: Update) =>
  seller.call(inventoryEditRoutes.update, { params: { listing_id: id }, body })
const row = async (id: string) =>
  (await seller.call(inventoryRoutes.one, { params: { listing_id: id } })).data.data

async function buy(listingId: string, quantity: number) {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, listingId, quantity)
  await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) })
}

test('section, row and seats of a listing without buyers change, with history; another version is a conflict', async () => {
  const listing = await create({ seats: [7, 1, 3, 5] })
  expect(listing).toMatchObject({ first_seat: 1, last_seat: 7, seats: [1, 3, 5, 7] })
  const moved = await update(listing.id, { version: 1, row: 'Z9', seats: [2, 4, 6, 8], seats_hidden: true })
  expect(moved.data.data).toMatchObject({
    id: listing.id,
    row: 'Z9',
    seats: [2, 4, 6, 8],
    seats_hidden: true,
  })
  const late = await update(listing.id, { version: 1, row: 'Z8' })
  expect([late.status, late.error.code]).toEqual([409, 'supply.listing_changed'])
  const { data } = await seller.call(inventoryEditRoutes.history, {
    params: { listing_id: listing.id },
    query: {},
  })
  expect(data.data[0]?.changes).toContainEqual({ field: 'seats', from: '1–7 odd', to: '2–8 even' })
  // Fewer tickets: the highest seats go; more: every other seat follows.
  expect((await update(listing.id, { version: 2, quantity: 3 })).data.data.seats).toEqual([2, 4, 6])
  expect((await update(listing.id, { version: 3, quantity: 5 })).data.data.seats).toEqual([2, 4, 6, 8, 10])
})

test('wrong places are named and change nothing', async () => {
  const listing = await create({ first_seat: 1 })
  for (const [body, field] of [
    [{ section: 'Moon' }, 'section'],
    [{ seats: [1, 2] }, 'seats'],
    [{ seats: [1, 1, 2, 3] }, 'seats'],
  ] as const) {
    const response = await update(listing.id, { version: 1, ...structuredClone(body) } as Update)
    expect([response.status, Object.keys(response.error.errors['fields'] ?? {})]).toEqual([422, [field]])
  }
  const listed = await create({ seats: [1, 2, 9, 12] })
  const grown = await update(listed.id, { version: 1, quantity: 5 })
  expect(grown.error.errors).toMatchObject({ fields: { quantity: ['needs the seats of the added tickets'] } })
  expect((await row(listing.id)).version).toBe(1)
})

test('seats of another listing are refused by the seat, not by the range', async () => {
  await create({ row: 'S', seats: [1, 3, 5, 7] })
  const even = await seller.call(inventoryEditRoutes.create, {
    body: {
      event_id: market.eventId,
      section: 'Block 112',
      row: 'S',
      quantity: 3,
      seats: [2, 4, 6],
      price: '90.00',
      in_hand_days_before: 2,
      ticket_type: 'eTicket',
    },
  })
  expect(even.ok).toBe(true)
  const taken = await update(even.data.data.id, { version: 1, seats: [2, 4, 5] })
  expect([taken.status, taken.error.code]).toEqual([409, 'supply.seats_taken'])
})

test('sold and held tickets keep their seats; the others move as a listing of their own when the seller says so', async () => {
  const listing = await create({ first_seat: 1, external_id: 'MV-1' })
  await buy(listing.id, 1)
  const holder = await market.addBuyer()
  await market.hold(holder, listing.id, 1)
  const refused = await update(listing.id, { version: 1, row: 'N1', seats: [21, 22, 23, 24] })
  expect([refused.status, refused.error.code]).toEqual([409, 'supply.place_committed'])
  expect(refused.error.errors).toMatchObject({ committed: 2, movable: 2, is_quoted: false })
  expect(refused.text).toContain(
    '2 of 4 tickets are sold or held, so they keep their seats. The other 2 can move as a listing of their own',
  )
  const moved = await update(listing.id, { version: 1, row: 'N1', seats: [21, 22], move_rest: true })
  expect(moved.data.data).toMatchObject({
    row: 'N1',
    first_seat: 21,
    last_seat: 22,
    quantity: 2,
    external_id: 'MV-1',
    price: { amount: '90.00' },
    published: true,
  })
  expect(await row(listing.id)).toMatchObject({
    first_seat: 1,
    last_seat: 2,
    quantity: 2,
    sold: 1,
    held: 1,
    external_id: null,
  })
  // The held ticket still gets its seat.
  const { data } = await seller.call(inventoryDetailsRoutes.details, { params: { listing_id: listing.id } })
  expect(data.data.unsold_seats).toEqual([2])
  const all = await update(listing.id, { version: 2, row: 'N2', move_rest: true })
  expect(all.error.errors).toMatchObject({ movable: 0 })
})

test('a listing that a client can order from a quote keeps its place', async () => {
  const listing = await create({ first_seat: 1 })
  const broker = await market.addBuyer()
  const quoted = await broker.call(quoteCreationRoutes.generate, {
    body: {
      event_id: market.eventId,
      title: 'Two for the derby',
      quote_expiry: 4,
      currency_to_display: 'GBP',
      commission_method: 'percentage',
      commission_amount: '10',
      listings: [{ listing_id: listing.id, quantity: 2 }],
    },
  })
  expect(quoted.status).toBe(200)
  const refused = await update(listing.id, { version: 1, row: 'Q1' })
  expect(refused.error.errors).toMatchObject({ committed: 0, movable: 4, is_quoted: true })
  const moved = await update(listing.id, { version: 1, row: 'Q1', move_rest: true })
  expect(moved.data.data).toMatchObject({ row: 'Q1', quantity: 4 })
  expect(await row(listing.id)).toMatchObject({ published: false })
})

test('days before the event move with it; a fixed date does not', async () => {
  const [days, fixed] = [await create({ in_hand_days_before: 3 }), await create()]
  await update(fixed.id, { version: 1, in_hand_date: days.in_hand_date })
  await sql`update catalogue_events set local_at = local_at + interval '4 days' where id = ${market.eventId}`.execute(
    market.db,
  )
  const later = new Date(`${days.in_hand_date}T00:00:00Z`)
  later.setUTCDate(later.getUTCDate() + 4)
  expect(await row(days.id)).toMatchObject({
    in_hand_date: later.toISOString().slice(0, 10),
    in_hand_days_before: 3,
  })
  expect(await row(fixed.id)).toMatchObject({ in_hand_date: days.in_hand_date, in_hand_days_before: null })
})
