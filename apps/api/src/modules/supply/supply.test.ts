import { checkoutRoutes } from '@terrace/contracts/checkout'
import { listingsRoutes } from '@terrace/contracts/listings'
import { money } from '@terrace/domain/money/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#api/shared/app-error.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { addEvent, addTeam } from '#api/test/fixtures/factories.ts'
import { expireHold } from '#api/test/fixtures/expire-hold.ts'
import { drawBlocks, newListing as newListingOf } from '#api/test/fixtures/new-listing.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import { cancelLines } from '#api/modules/orders/index.ts'
import type { NewListing } from './new-listing.ts'
import { relistListing, publishListing } from './publish-listing.ts'
import { updateListingAsOperator } from './update-listing-as-operator.ts'
import { withdrawListing } from './withdraw-listing.ts'

let market: Marketplace
let deps: Marketplace['deps']
beforeAll(async () => {
  market = await buildMarketplace()
  ;({ deps } = market)
  await drawBlocks(market)
})
afterAll(() => market.close())

const newListing = (values?: Partial<NewListing>) => newListingOf(market, values)

/** Buys two tickets and returns the order id. */
async function buy(buyer: Caller, listingId: string): Promise<string> {
  const held = await market.hold(buyer, listingId, 2)
  const { data } = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) })
  return data.data.order?.id ?? ''
}

async function publishedEvents(listingId: string) {
  const { rows } = await sql<{ topic: string; payload: unknown }>`
    select topic, payload from outbox where subject = ${listingId} and topic like 'listing.%' order by id`.execute(
    market.db,
  )
  return rows
}

async function errorOf(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof AppError)) throw new Error('the command was not rejected', { cause: error })
  return error
}

async function readListing(id: string) {
  const row = await market.db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Error(`no row ${id}`)
  return row
}

test('[X-LIST-01] [X-LIST-02] [X-LIST-03] a published listing shows buyers everything the seller entered', async () => {
  const { id } = await publishListing(
    deps,
    newListing({
      row: '22',
      firstSeat: 318,
      quantity: 2,
      deliveryType: 'paper',
      externalId: 'KS-1',
      faceValue: money(6000, 'GBP'),
      hospitality: true,
      attendeeDeliveryDetailsRequired: true,
      notes: [{ kind: 'benefit', text: 'Aisle seats' }],
    }),
  )
  expect(await readListing(id)).toMatchObject({
    external_id: 'KS-1',
    first_seat: 318,
    last_seat: 319,
    price_minor: 8500,
    face_value_minor: 6000,
    is_demo: false,
    version: 1,
    general_admission: false,
  })
  expect(await publishedEvents(id)).toEqual([
    { topic: 'listing.published', payload: { eventId: market.eventId, listingId: id, version: 1 } },
  ])
  const buyer = await market.addBuyer()
  const seen = async () => {
    const { data } = await buyer.call(listingsRoutes.feed, { query: { 'listing_id[]': [id] } })
    return data.data[0]
  }
  await expect.poll(seen, { timeout: 30_000 }).toMatchObject({
    id,
    category: { name: 'Lower tier' },
    section: 'Block 112',
    row: '22',
    first_seat: 318,
    last_seat: 319,
    ticket_type: 'paper',
    available: 2,
    // Price per ticket before the service fee.
    proceed_price: { amount: '85.00', currency: 'GBP' },
    face_value: { amount: '60.00', currency: 'GBP' },
    hospitality: true,
    attendee_delivery_details_required: true,
    notes: [{ kind: 'benefit', text: 'Aisle seats' }],
    seller: { id: market.sellerTeamId, name: 'Kop Stock' },
  })
})

test.each([
  [{ quantity: 0 }, 'quantity'],
  [{ quantity: 1.5 }, 'quantity'],
  [{ price: money(0, 'GBP') }, 'price'],
  [{ price: money(Number.MAX_SAFE_INTEGER, 'GBP') }, 'price'],
  [{ price: money(8500, 'JPY') }, 'currency'],
  [{ price: money(8500, 'BGN') }, 'currency'],
  [{ faceValue: money(6000, 'EUR') }, 'face_value'],
  [{ faceValue: money(100_000_000_001, 'GBP') }, 'face_value'],
  [{ firstSeat: 0 }, 'first_seat'],
  [{ section: 'Block 999' }, 'section'],
  [{ section: ' ' }, 'section'],
  [{ inHandDate: '2026-02-30' }, 'in_hand_date'],
  [{ inHandDate: '2999-01-01' }, 'in_hand_date'],
  [{ deliveryType: 'mobile', instantDownload: true }, 'instant_download'],
  [{ generalAdmission: true, row: '4' }, 'general_admission'],
  [{ splitType: 'Sell In Multiples' }, 'multiple_sale_unit'],
  [{ splitType: 'Sell In Multiples', multipleSaleUnit: 5 }, 'split_type'],
  [{ multipleSaleUnit: 2 }, 'multiple_sale_unit'],
  [{ splitType: 'Avoid Leaving One Ticket', quantity: 2, quantityLimit: 1 }, 'split_type'],
] satisfies [Partial<NewListing>, string][])(
  'a new listing with %j is rejected with the field %s',
  async (values, field) => {
    const error = await errorOf(publishListing(deps, newListing(values)))
    expect([error.status, Object.keys(error.details['fields'] ?? {})]).toEqual([422, [field]])
  },
)

test('an unknown block is rejected with examples of existing ones', async () => {
  const error = await errorOf(publishListing(deps, newListing({ section: 'Kop' })))
  expect(error.title).toBe(
    'section: "Kop" is not a block of this venue: its blocks include Block 112, Block 113',
  )
})

test('tickets for a past, postponed, cancelled or unknown event cannot be published', async () => {
  const past = await addEvent(market.db, { venueId: market.venueId, startsAt: new Date(Date.now() - 1000) })
  const postponed = await addEvent(market.db, { venueId: market.venueId, status: 'postponed' })
  const codes = []
  for (const eventId of [past, postponed, 999_999])
    codes.push((await errorOf(publishListing(deps, newListing({ eventId })))).code)
  expect(codes).toEqual(['supply.event_closed', 'supply.event_closed', 'supply.event_not_found'])
})

test('a seller cannot offer a seat twice; other sellers, rows and events can', async () => {
  const seats = { section: 'Block 113', row: '7', firstSeat: 10, quantity: 4 }
  const { id } = await publishListing(deps, newListing(seats))
  const error = await errorOf(publishListing(deps, newListing({ ...seats, firstSeat: 13, quantity: 2 })))
  expect([error.code, error.details]).toEqual(['supply.seats_taken', { listing_id: id }])
  await publishListing(deps, newListing({ ...seats, firstSeat: 14 }))
  await publishListing(deps, newListing({ ...seats, row: 'K' }))
  const lowerCase = await errorOf(publishListing(deps, newListing({ ...seats, row: 'k' })))
  expect(lowerCase.code).toBe('supply.seats_taken')
  await publishListing(deps, newListing({ ...seats, sellerTeamId: await addTeam(market.db) }))
  const grown = await errorOf(updateListingAsOperator(deps, { listingId: id, quantity: 5 }))
  expect(grown.code).toBe('supply.seats_taken')
})

test('of several concurrent listings of the same seats, only one is published', async () => {
  const seats = { section: 'Block 113', row: '30', firstSeat: 1, quantity: 2 }
  const results = await Promise.allSettled(
    Array.from({ length: 6 }, () => publishListing(deps, newListing(seats))),
  )
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
})

test("a seller's external id is unique", async () => {
  await publishListing(deps, newListing({ externalId: 'ONCE' }))
  expect((await errorOf(publishListing(deps, newListing({ externalId: 'ONCE' })))).code).toBe(
    'supply.external_id_taken',
  )
})

test('a new price or quantity raises the version and writes an event; the same values do not', async () => {
  const { id } = await publishListing(deps, newListing({ row: '40', firstSeat: 5, quantity: 4 }))
  expect(await updateListingAsOperator(deps, { listingId: id, priceMinor: 9950, quantity: 3 })).toEqual({
    id,
    version: 2,
    price: money(9950, 'GBP'),
    quantity: 3,
  })
  expect(await updateListingAsOperator(deps, { listingId: id, priceMinor: 9950 })).toMatchObject({
    version: 2,
  })
  expect(await readListing(id)).toMatchObject({ price_minor: 9950, quantity: 3, last_seat: 7, version: 2 })
  expect((await publishedEvents(id)).map((event) => [event.topic, event.payload])).toEqual([
    ['listing.published', expect.objectContaining({ version: 1 })],
    ['listing.updated', { eventId: market.eventId, listingId: id, version: 2 }],
  ])
})

test('the quantity cannot fall below sold plus held tickets; expired holds do not count', async () => {
  const { id } = await publishListing(deps, newListing({ quantity: 6 }))
  await market.db.updateTable('listings').set({ sold: 1 }).where('id', '=', id).execute()
  const hold = await market.hold(await market.addBuyer(), id, 2)
  const error = await errorOf(updateListingAsOperator(deps, { listingId: id, quantity: 2 }))
  expect([error.code, error.title]).toEqual([
    'supply.quantity_committed',
    'quantity: must be at least 3, the number of tickets sold or held',
  ])
  expect(await updateListingAsOperator(deps, { listingId: id, quantity: 3 })).toMatchObject({ quantity: 3 })
  await expireHold(market.db, hold.hold_id)
  expect(await updateListingAsOperator(deps, { listingId: id, quantity: 1 })).toMatchObject({ quantity: 1 })
})

test('a new quantity that the split rule could never sell is rejected', async () => {
  const { id } = await publishListing(
    deps,
    newListing({ splitType: 'Sell In Multiples', multipleSaleUnit: 4 }),
  )
  const error = await errorOf(updateListingAsOperator(deps, { listingId: id, quantity: 3 }))
  expect(error.details).toEqual({
    fields: { quantity: ['must be a quantity that "Sell In Multiples" can sell'] },
  })
})

test('a withdrawn listing is off sale until it is published again', async () => {
  const buyer = await market.addBuyer()
  const { id } = await publishListing(deps, newListing())
  expect(await withdrawListing(deps, id)).toEqual({ id, version: 2 })
  const offered = async () => {
    const { data } = await buyer.call(listingsRoutes.feed, {
      query: { event_id: market.eventId, per_page: 500 },
    })
    return data.data.some((listing) => listing.id === id)
  }
  await expect.poll(offered, { timeout: 30_000 }).toBe(false)
  expect((await errorOf(withdrawListing(deps, id))).code).toBe('supply.listing_withdrawn')
  expect((await errorOf(updateListingAsOperator(deps, { listingId: id, priceMinor: 1 }))).code).toBe(
    'supply.listing_withdrawn',
  )
  expect(await relistListing(deps, id)).toEqual({ id, version: 3 })
  await expect.poll(offered, { timeout: 30_000 }).toBe(true)
  expect((await errorOf(relistListing(deps, id))).code).toBe('supply.listing_active')
  expect((await publishedEvents(id)).map((event) => event.topic)).toEqual([
    'listing.published',
    'listing.withdrawn',
    'listing.published',
  ])
})

test('a withdrawn listing cannot be relisted if its seats are offered by another listing', async () => {
  const seats = { section: 'Block 113', row: '50', firstSeat: 1, quantity: 2 }
  const { id } = await publishListing(deps, newListing(seats))
  await withdrawListing(deps, id)
  await publishListing(deps, newListing(seats))
  expect((await errorOf(relistListing(deps, id))).code).toBe('supply.seats_taken')
})

test('[X-ORDER-06] sold or held seats of a withdrawn listing cannot be offered again', async () => {
  const seats = { section: 'Block 113', row: '60', firstSeat: 1, quantity: 6 }
  const { id } = await publishListing(deps, newListing(seats))
  const buyer = await market.addBuyer()
  await buy(buyer, id)
  const held = await market.hold(buyer, id, 2)
  await withdrawListing(deps, id)
  const expectedError = { code: 'supply.seats_taken', details: { listing_id: id } }
  expect(await errorOf(publishListing(deps, newListing({ ...seats, firstSeat: 2 })))).toMatchObject(
    expectedError,
  )
  // The seats of the hold are not assigned until it is bought.
  const rest = newListing({ ...seats, firstSeat: 3, quantity: 4 })
  expect(await errorOf(publishListing(deps, rest))).toMatchObject(expectedError)
  await expireHold(market.db, held.hold_id)
  await publishListing(deps, rest)
})

test('[X-ORDER-06] sold seats stay sold after their listing shrinks below them', async () => {
  const seats = { section: 'Block 113', row: '61', firstSeat: 1, quantity: 4 }
  const { id } = await publishListing(deps, newListing(seats))
  const buyer = await market.addBuyer()
  const [first] = [await buy(buyer, id), await buy(buyer, id)]
  await cancelLines(deps, { target: { orderId: first }, actor: 'test', reason: 'Twice', relist: true })
  await updateListingAsOperator(deps, { listingId: id, quantity: 2 })
  const rejected = await errorOf(publishListing(deps, newListing({ ...seats, firstSeat: 3, quantity: 2 })))
  expect(rejected).toMatchObject({ code: 'supply.seats_taken', details: { listing_id: id } })
})

test('a listing that does not exist is not found by any command', async () => {
  const codes = [
    (await errorOf(relistListing(deps, 'lst_nix'))).code,
    (await errorOf(updateListingAsOperator(deps, { listingId: 'lst_nix', priceMinor: 1 }))).code,
    (await errorOf(withdrawListing(deps, 'lst_nix'))).code,
  ]
  expect(new Set(codes)).toEqual(new Set(['supply.listing_not_found']))
})

test('invisible characters are removed from the texts that buyers read', async () => {
  const { id } = await publishListing(
    deps,
    newListing({
      section: 'Block\u202E 112',
      row: '\u200BC',
      notes: [{ kind: 'information', text: 'Near\u2066 the bar' }],
    }),
  )
  const { rows } = await sql`select section, "row", notes from listings where id = ${id}`.execute(market.db)
  expect(rows).toEqual([
    { section: 'Block 112', row: 'C', notes: [{ kind: 'information', text: 'Near the bar' }] },
  ])
})
