import { checkoutRoutes } from '@terrace/contracts/checkout'
import { listingsRoutes } from '@terrace/contracts/listings'
import { money } from '@terrace/domain/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#api/shared/app-error.ts'
import { buildMarket, type Market } from '#api/test/build-market.ts'
import type { Caller } from '#api/test/build-test-app.ts'
import { addEvent, addTeam } from '#api/test/factories.ts'
import { lapse } from '#api/test/lapse-hold.ts'
import { purchaseBody } from '#api/test/purchase-body.ts'
import { cancelLines } from '../orders/index.ts'
import type { Offer } from './offer.ts'
import { publishAgain, publishListing } from './publish-listing.ts'
import { reviseListing } from './revise-listing.ts'
import { withdrawListing } from './withdraw-listing.ts'

let market: Market
let deps: Market['deps']
beforeAll(async () => {
  market = await buildMarket()
  ;({ deps } = market)
  const plan = {
    categories: [{ key: 'lower', name: 'Lower tier' }],
    blocks: [
      { name: 'Block 112', category: 'lower' },
      { name: 'Block 113', category: 'lower' },
    ],
  }
  await market.db
    .insertInto('seating_plans')
    .values({ venue_id: market.venueId, is_schematic: true, plan: JSON.stringify(plan) })
    .execute()
})
afterAll(() => market.close())

function offer(values: Partial<Offer> = {}): Offer {
  return {
    eventId: market.eventId,
    sellerTeamId: market.sellerTeamId,
    externalId: null,
    section: 'Block 112',
    row: '',
    firstSeat: null,
    seatsHidden: false,
    generalAdmission: false,
    ticketType: 'eTicket',
    splitType: 'No Preferences',
    quantityLimit: null,
    multipleSaleUnit: null,
    quantity: 4,
    price: money(8500, 'GBP'),
    faceValue: null,
    inHandDate: new Date().toISOString().slice(0, 10),
    instantDownload: false,
    hospitality: false,
    attendeeDeliveryDetailsRequired: false,
    attendeeIdentificationDetailsRequired: false,
    notes: [],
    ...values,
  }
}

/** Two tickets; answers the order. */
async function buy(buyer: Caller, listingId: string): Promise<string> {
  const held = await market.hold(buyer, listingId, 2)
  const { data } = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) })
  return data.data.order?.id ?? ''
}

async function told(listingId: string) {
  const { rows } = await sql<{ topic: string; payload: unknown }>`
    select topic, payload from outbox where subject = ${listingId} and topic like 'listing.%' order by id`.execute(
    market.db,
  )
  return rows
}

async function refusalOf(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof AppError)) throw new Error('it was not refused', { cause: error })
  return error
}

async function stored(id: string) {
  const row = await market.db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Error(`there is no ${id}`)
  return row
}

test('[X-LIST-01] [X-LIST-02] [X-LIST-03] a listing is published with all that a seller says of it, and a buyer sees it', async () => {
  const { id } = await publishListing(
    deps,
    offer({
      row: '22',
      firstSeat: 318,
      quantity: 2,
      ticketType: 'paper',
      externalId: 'KS-1',
      faceValue: money(6000, 'GBP'),
      hospitality: true,
      attendeeDeliveryDetailsRequired: true,
      notes: [{ kind: 'benefit', text: 'Aisle seats' }],
    }),
  )
  expect(await stored(id)).toMatchObject({
    external_id: 'KS-1',
    first_seat: 318,
    last_seat: 319,
    price_minor: 8500,
    face_value_minor: 6000,
    is_demo: false,
    version: 1,
    general_admission: false,
  })
  expect(await told(id)).toEqual([
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
    // What the buyer pays per ticket, before the service fee.
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
  [{ ticketType: 'mobile', instantDownload: true }, 'instant_download'],
  [{ generalAdmission: true, row: '4' }, 'general_admission'],
  [{ splitType: 'Sell In Multiples' }, 'multiple_sale_unit'],
  [{ splitType: 'Sell In Multiples', multipleSaleUnit: 5 }, 'split_type'],
  [{ multipleSaleUnit: 2 }, 'multiple_sale_unit'],
  [{ splitType: 'Avoid Leaving One Ticket', quantity: 2, quantityLimit: 1 }, 'split_type'],
] satisfies [Partial<Offer>, string][])(
  'an offer of %j is refused by the field %s',
  async (values, field) => {
    const error = await refusalOf(publishListing(deps, offer(values)))
    expect([error.status, Object.keys(error.details['fields'] ?? {})]).toEqual([422, [field]])
  },
)

test('an unknown block is refused with some that there are', async () => {
  const error = await refusalOf(publishListing(deps, offer({ section: 'Kop' })))
  expect(error.title).toBe(
    'section: there is no "Kop" in the venue: its blocks are called Block 112, Block 113 and so on',
  )
})

test('nothing is put on sale for an event that is over, postponed or cancelled, or that does not exist', async () => {
  const past = await addEvent(market.db, { venueId: market.venueId, startsAt: new Date(Date.now() - 1000) })
  const postponed = await addEvent(market.db, { venueId: market.venueId, status: 'postponed' })
  const codes = []
  for (const eventId of [past, postponed, 999_999])
    codes.push((await refusalOf(publishListing(deps, offer({ eventId })))).code)
  expect(codes).toEqual(['supply.event_closed', 'supply.event_closed', 'supply.event_not_found'])
})

test('a seller offers no seat twice; another seller, row or event is another matter', async () => {
  const seats = { section: 'Block 113', row: '7', firstSeat: 10, quantity: 4 }
  const { id } = await publishListing(deps, offer(seats))
  const error = await refusalOf(publishListing(deps, offer({ ...seats, firstSeat: 13, quantity: 2 })))
  expect([error.code, error.details]).toEqual(['supply.seats_taken', { listing_id: id }])
  await publishListing(deps, offer({ ...seats, firstSeat: 14 }))
  await publishListing(deps, offer({ ...seats, row: '8' }))
  await publishListing(deps, offer({ ...seats, sellerTeamId: await addTeam(market.db) }))
  const grown = await refusalOf(reviseListing(deps, { listingId: id, quantity: 5 }))
  expect(grown.code).toBe('supply.seats_taken')
})

test('of two offers for the same seats at once only one is published', async () => {
  const seats = { section: 'Block 113', row: '30', firstSeat: 1, quantity: 2 }
  const results = await Promise.allSettled(
    Array.from({ length: 6 }, () => publishListing(deps, offer(seats))),
  )
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
})

test("a seller's own number names one listing", async () => {
  await publishListing(deps, offer({ externalId: 'ONCE' }))
  expect((await refusalOf(publishListing(deps, offer({ externalId: 'ONCE' })))).code).toBe(
    'supply.external_id_taken',
  )
})

test('a new price and quantity raise the version and are told; the same again is not', async () => {
  const { id } = await publishListing(deps, offer({ row: '40', firstSeat: 5, quantity: 4 }))
  expect(await reviseListing(deps, { listingId: id, priceMinor: 9950, quantity: 3 })).toEqual({
    id,
    version: 2,
    price: money(9950, 'GBP'),
    quantity: 3,
  })
  expect(await reviseListing(deps, { listingId: id, priceMinor: 9950 })).toMatchObject({ version: 2 })
  expect(await stored(id)).toMatchObject({ price_minor: 9950, quantity: 3, last_seat: 7, version: 2 })
  expect((await told(id)).map((event) => [event.topic, event.payload])).toEqual([
    ['listing.published', expect.objectContaining({ version: 1 })],
    ['listing.revised', { eventId: market.eventId, listingId: id, version: 2 }],
  ])
})

test('the quantity never falls below what is sold and held; a hold that has lapsed binds nothing', async () => {
  const { id } = await publishListing(deps, offer({ quantity: 6 }))
  await market.db.updateTable('listings').set({ sold: 1 }).where('id', '=', id).execute()
  const hold = await market.hold(await market.addBuyer(), id, 2)
  const error = await refusalOf(reviseListing(deps, { listingId: id, quantity: 2 }))
  expect([error.code, error.title]).toEqual([
    'supply.quantity_committed',
    'quantity: 3 tickets are sold or held, it cannot be less',
  ])
  expect(await reviseListing(deps, { listingId: id, quantity: 3 })).toMatchObject({ quantity: 3 })
  await lapse(market.db, hold.hold_id)
  expect(await reviseListing(deps, { listingId: id, quantity: 1 })).toMatchObject({ quantity: 1 })
})

test('a new quantity that the split rule could never sell is refused', async () => {
  const { id } = await publishListing(deps, offer({ splitType: 'Sell In Multiples', multipleSaleUnit: 4 }))
  const error = await refusalOf(reviseListing(deps, { listingId: id, quantity: 3 }))
  expect(error.details).toEqual({
    fields: { quantity: ['with "Sell In Multiples" it leaves no quantity that could be bought'] },
  })
})

test('a withdrawn listing is off sale until it is published again', async () => {
  const buyer = await market.addBuyer()
  const { id } = await publishListing(deps, offer())
  expect(await withdrawListing(deps, id)).toEqual({ id, version: 2 })
  const offered = async () => {
    const { data } = await buyer.call(listingsRoutes.feed, {
      query: { event_id: market.eventId, per_page: 500 },
    })
    return data.data.some((listing) => listing.id === id)
  }
  await expect.poll(offered, { timeout: 30_000 }).toBe(false)
  expect((await refusalOf(withdrawListing(deps, id))).code).toBe('supply.listing_withdrawn')
  expect((await refusalOf(reviseListing(deps, { listingId: id, priceMinor: 1 }))).code).toBe(
    'supply.listing_withdrawn',
  )
  expect(await publishAgain(deps, id)).toEqual({ id, version: 3 })
  await expect.poll(offered, { timeout: 30_000 }).toBe(true)
  expect((await refusalOf(publishAgain(deps, id))).code).toBe('supply.listing_active')
  expect((await told(id)).map((event) => event.topic)).toEqual([
    'listing.published',
    'listing.withdrawn',
    'listing.published',
  ])
})

test('a withdrawn listing does not come back onto seats that are offered anew', async () => {
  const seats = { section: 'Block 113', row: '50', firstSeat: 1, quantity: 2 }
  const { id } = await publishListing(deps, offer(seats))
  await withdrawListing(deps, id)
  await publishListing(deps, offer(seats))
  expect((await refusalOf(publishAgain(deps, id))).code).toBe('supply.seats_taken')
})

test('[X-ORDER-06] seats that were sold of a withdrawn listing, or that somebody may still buy of it, are not offered anew', async () => {
  const seats = { section: 'Block 113', row: '60', firstSeat: 1, quantity: 6 }
  const { id } = await publishListing(deps, offer(seats))
  const buyer = await market.addBuyer()
  await buy(buyer, id)
  const held = await market.hold(buyer, id, 2)
  await withdrawListing(deps, id)
  const taken = { code: 'supply.seats_taken', details: { listing_id: id } }
  expect(await refusalOf(publishListing(deps, offer({ ...seats, firstSeat: 2 })))).toMatchObject(taken)
  // Which of the others the hold will have is known once it is bought.
  const rest = offer({ ...seats, firstSeat: 3, quantity: 4 })
  expect(await refusalOf(publishListing(deps, rest))).toMatchObject(taken)
  await lapse(market.db, held.hold_id)
  await publishListing(deps, rest)
})

test('[X-ORDER-06] seats that were sold of a listing stay sold where it has shrunk past them', async () => {
  const seats = { section: 'Block 113', row: '61', firstSeat: 1, quantity: 4 }
  const { id } = await publishListing(deps, offer(seats))
  const buyer = await market.addBuyer()
  const [first] = [await buy(buyer, id), await buy(buyer, id)]
  await cancelLines(deps, { which: { orderId: first }, actor: 'test', reason: 'Twice', isBackOnSale: true })
  await reviseListing(deps, { listingId: id, quantity: 2 })
  const refused = await refusalOf(publishListing(deps, offer({ ...seats, firstSeat: 3, quantity: 2 })))
  expect(refused).toMatchObject({ code: 'supply.seats_taken', details: { listing_id: id } })
})

test('a listing that does not exist is not found by any command', async () => {
  const codes = [
    (await refusalOf(publishAgain(deps, 'lst_nix'))).code,
    (await refusalOf(reviseListing(deps, { listingId: 'lst_nix', priceMinor: 1 }))).code,
    (await refusalOf(withdrawListing(deps, 'lst_nix'))).code,
  ]
  expect(new Set(codes)).toEqual(new Set(['supply.listing_not_found']))
})
