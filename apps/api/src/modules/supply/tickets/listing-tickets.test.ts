import { checkoutRoutes } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { inventoryDetailsRoutes } from '@terrace/contracts/inventory-details'
import { listingsRoutes } from '@terrace/contracts/listings'
import { seatsOfNumbers, seatsOverlap, type ListingSeats } from '@terrace/domain/tickets/seats'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelLines } from '#api/modules/orders/refunds/cancel-lines.ts'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { fillListingTickets } from './fill-listing-tickets.ts'

let market: Marketplace
let seller: Caller
beforeAll(async () => {
  market = await buildMarketplace({ config: { maxHeldTicketsPerTeam: 1000 } })
  seller = await market.addBuyer({ teamId: market.sellerTeamId, role: 'seller' })
})
afterAll(() => market.close())

async function buy(listingId: string, quantity: number) {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, listingId, quantity)
  const { data } = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) })
  const [line] = data.data.order?.lines ?? []
  if (!line) throw new Error(`purchase ended as ${data.data.status}`)
  return line
}

/** Sold tickets in their order: number and seat. */
async function sold(listingId: string): Promise<[number, number | null][]> {
  const rows = await market.db
    .selectFrom('listing_tickets')
    .select(['ordinal', 'seat'])
    .where('listing_id', '=', listingId)
    .where('state', '=', 'sold')
    .orderBy('ordinal')
    .execute()
  return rows.map(({ ordinal, seat }) => [ordinal, seat])
}

const details = async (listingId: string) =>
  (await seller.call(inventoryDetailsRoutes.details, { params: { listing_id: listingId } })).data.data

test('a sale gets the lowest seats, and its seller sees which buyer gets which', async () => {
  const id = await market.list({ seats: [1, 3, 5, 7] })
  const first = await buy(id, 2)
  expect(first).toMatchObject({ first_seat: 1, last_seat: 3, seats: [1, 3] })
  expect(await sold(id)).toEqual([
    [1, 1],
    [2, 3],
  ])
  const second = await buy(id, 1)
  expect(second).toMatchObject({ first_seat: 5, last_seat: 5 })
  const shown = await details(id)
  expect(shown.sales.map(({ quantity, seats, tickets }) => [quantity, seats, tickets])).toEqual([
    [1, [5], [3]],
    [2, [1, 3], [1, 2]],
  ])
  expect(shown.unsold_seats).toEqual([7])
  expect(shown.sales[0]?.proceeds).toEqual({ amount: '85.00', currency: 'GBP' })
  expect(JSON.stringify(shown)).not.toContain('@')
})

test('tickets without seat numbers are numbered, and a returned ticket is sold again first', async () => {
  const { order, line } = await buyOrder(market, { lines: [{ quantity: 2, listing: { quantity: 5 } }] })
  const listingId = await listingOf(line.id)
  await buy(listingId, 1)
  expect((await sold(listingId)).map(([ordinal]) => ordinal)).toEqual([1, 2, 3])
  await cancelLines(market.deps, {
    target: { orderId: order.id },
    actor: 'operator:anna',
    reason: 'Buyer asked',
    relist: true,
  })
  expect((await sold(listingId)).map(([ordinal]) => ordinal)).toEqual([3])
  await buy(listingId, 3)
  expect((await sold(listingId)).map(([ordinal]) => ordinal)).toEqual([1, 2, 3, 4])
})

test('a cancelled sale that is not relisted keeps its seats', async () => {
  const { order, line } = await buyOrder(market, {
    lines: [{ quantity: 1, listing: { quantity: 2, firstSeat: 5 } }],
  })
  const listingId = await listingOf(line.id)
  await cancelLines(market.deps, {
    target: { orderId: order.id },
    actor: 'operator:anna',
    reason: 'Lost',
    relist: false,
  })
  expect(await sold(listingId)).toEqual([[1, 5]])
  expect(await details(listingId)).toMatchObject({
    sales: [{ state: 'cancelled', is_returned: false }],
    unsold_seats: [6],
  })
})

test('hidden seats reach no buyer: not the feed, a hold or an order', async () => {
  const id = await market.list({ seats: [8101, 8103, 8105], section: 'Block 113' })
  await sql`update listings set seats_hidden = true, version = version + 1 where id = ${id}`.execute(
    market.db,
  )
  const buyer = await market.addBuyer()
  const query = { event_id: String(market.eventId), 'listing_id[]': id }
  const feed = await buyer.call(listingsRoutes.feed, { query })
  const held = await market.hold(buyer, id, 1)
  const holds = await buyer.call(holdsRoutes.list)
  const bought = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) })
  for (const response of [feed.data, holds.data, bought.data])
    expect(JSON.stringify(response)).not.toMatch(/810[135]/)
  expect(bought.data.data.order?.lines).toMatchObject([{ first_seat: null, last_seat: null }])
  expect((await details(id)).sales).toMatchObject([{ seats: [8101] }])
})

test('buyers see seats that are not adjacent, in the feed, a hold and an order', async () => {
  const id = await market.list({ seats: [2, 4, 9], section: 'Block 114' })
  const buyer = await market.addBuyer()
  const query = { event_id: String(market.eventId), 'listing_id[]': id }
  const { data } = await buyer.call(listingsRoutes.feed, { query })
  expect(data.data[0]).toMatchObject({ first_seat: 2, last_seat: 9, seats: [2, 4, 9] })
  await market.hold(buyer, id, 3)
  expect((await buyer.call(holdsRoutes.list)).data.data[0]?.listing).toMatchObject({ seats: [2, 4, 9] })
})

test('tickets of earlier sales are written by a job that stops and goes on', async () => {
  const listings: string[] = []
  for (const values of [{ firstSeat: 11, quantity: 4 }, { quantity: 4 }, { seats: [1, 3, 5, 9] }]) {
    const { line } = await buyOrder(market, { lines: [{ quantity: 2, listing: values }] })
    listings.push(await listingOf(line.id))
  }
  const before = await Promise.all(listings.map(sold))
  // As if these sales were from before there were tickets.
  await sql`delete from listing_tickets where listing_id = any(${listings})`.execute(market.db)
  await sql`update listing_ticket_fill set after_listing_id = '', finished_at = null`.execute(market.db)
  const killed = market.db.transaction().execute(async (tx) => {
    await sql`select fill_listing_tickets(1000)`.execute(tx)
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  expect(await sold(listings[0] ?? '')).toEqual([])
  await sql`select fill_listing_tickets(1)`.execute(market.db)
  await Promise.all([fillListingTickets(market.db), fillListingTickets(market.db)])
  await fillListingTickets(market.db)
  expect(await Promise.all(listings.map(sold))).toEqual(before)
  const { finished_at } = await market.db
    .selectFrom('listing_ticket_fill')
    .select('finished_at')
    .executeTakeFirstOrThrow()
  expect(finished_at).not.toBeNull()
})

test('SQL and TypeScript agree on which listings share a seat', async () => {
  const someSeats = fc
    .uniqueArray(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 8 })
    .map((numbers) => seatsOfNumbers(numbers))
  const pairs = fc.sample(fc.tuple(someSeats, someSeats), 500)
  const ranges = (seats: ListingSeats) => ({ ...seats })
  const { rows } = await sql<{ overlaps: boolean }>`
    select seat_ranges(one_first, one_last, one_list) && seat_ranges(other_first, other_last, other_list) as overlaps
    from jsonb_to_recordset(${JSON.stringify(
      pairs.map(([one, other], place) => ({
        place,
        ...prefixed('one', ranges(one)),
        ...prefixed('other', ranges(other)),
      })),
    )}::jsonb) as p (place integer, one_first integer, one_last integer, one_list integer[], other_first integer,
      other_last integer, other_list integer[]) order by place`.execute(market.db)
  expect(rows.map(({ overlaps }) => overlaps)).toEqual(pairs.map(([one, other]) => seatsOverlap(one, other)))
})

const prefixed = (prefix: string, seats: ListingSeats) =>
  Object.fromEntries(Object.entries(seats).map(([name, value]) => [`${prefix}_${name}`, value]))

async function listingOf(lineId: string): Promise<string> {
  const row = await market.db
    .selectFrom('order_lines')
    .select('listing_id')
    .where('id', '=', lineId)
    .executeTakeFirstOrThrow()
  return row.listing_id
}
