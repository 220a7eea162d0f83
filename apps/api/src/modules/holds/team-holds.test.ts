import { checkoutRoutes } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { quoteCreationRoutes } from '@terrace/contracts/quote-creation'
import { listingsRoutes } from '@terrace/contracts/listings'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { addEvent } from '#api/test/fixtures/factories.ts'
import { expireHold } from '#api/test/fixtures/expire-hold.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

/** Lists two tickets of a new event, whose snapshot is not cached. */
const listPair = async () =>
  market.list({ eventId: await addEvent(market.db, { venueId: market.venueId }), quantity: 2 })

test('[X-HOLD-11] a listing used up by a team’s own holds stays visible to that team only', async () => {
  const [holder, other] = [await market.addBuyer(), await market.addBuyer()]
  const listingId = await listPair()
  const { data: placed } = await holder.call(holdsRoutes.place, {
    body: [{ listing_id: listingId, quantity: 2 }],
  })
  const [line] = placed.data
  const listHolds = (caller: typeof holder) =>
    caller.call(listingsRoutes.feed, { query: { 'listing_id[]': [listingId] } }).then(({ data }) => data)

  const otherHolds = await listHolds(holder)
  expect(otherHolds.data).toMatchObject([{ id: listingId, available: 0, splits: [] }])
  expect(otherHolds.meta.mine.held).toEqual([
    { listing_id: listingId, hold_id: line?.hold_id, quantity: 2, expires_at: line?.expires_at },
  ])
  expect((await listHolds(other)).meta.mine.held).toEqual([])
})

test('a hold and its order show the time zone of the event, which can differ from that of the venue', async () => {
  const buyer = await market.addBuyer()
  const eventId = await addEvent(market.db, { venueId: market.venueId })
  await sql`update events set timezone = 'America/Toronto' where id = ${eventId}`.execute(market.db)
  const held = await market.hold(buyer, await market.list({ eventId, quantity: 2 }), 2)
  const { data } = await buyer.call(holdsRoutes.list)
  expect(data.data[0]?.event.timezone).toBe('America/Toronto')
  await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) })
  const { rows } = await sql<{ zone: string }>`
    select snapshot ->> 'timeZone' as zone from order_lines where hold_id = ${held.hold_id}`.execute(
    market.db,
  )
  expect(rows).toEqual([{ zone: 'America/Toronto' }])
})

test('[X-HOLD-11] holds placed together are ordered by section and row', async () => {
  const holder = await market.addBuyer()
  const seats = ['Block 9/10', 'Block 10/1', 'Block 9/2', 'Block 9/1', 'Block 2/7']
  const listed: string[] = []
  for (const seat of seats) {
    const [section = '', row = ''] = seat.split('/')
    listed.push(await market.list({ section, row, quantity: 2 }))
  }
  await holder.call(holdsRoutes.place, {
    body: listed.map((listing_id) => ({ listing_id, quantity: 2 })),
  })
  const { data } = await holder.call(holdsRoutes.list)
  expect(data.data.map(({ listing }) => `${listing.section}/${listing.row}`)).toEqual([
    'Block 2/7',
    'Block 9/1',
    'Block 9/2',
    'Block 9/10',
    'Block 10/1',
  ])
})

test('[X-HOLD-11] only the holding team learns that its own holds used up a listing', async () => {
  const [holder, other] = [await market.addBuyer(), await market.addBuyer()]
  const listingId = await listPair()
  await market.hold(holder, listingId, 2)
  const listHolds = (caller: typeof holder) =>
    caller.call(holdsRoutes.place, { body: [{ listing_id: listingId, quantity: 1 }] })

  const ownHolds = await listHolds(holder)
  expect(ownHolds.status).toBe(409)
  expect(ownHolds.error.errors).toEqual({
    title: 'Your team already holds the remaining tickets',
    lines: [
      {
        index: 0,
        listing_id: listingId,
        code: 'listing.held_by_you',
        available: 0,
        splits: [],
        title: 'Your team already holds the remaining tickets',
      },
    ],
  })
  expect((await listHolds(other)).error.errors).toMatchObject({
    title: 'No tickets are available now',
    lines: [{ code: 'listing.unavailable' }],
  })
})

test('[X-HOLD-11] a released listing is offered again', async () => {
  const holder = await market.addBuyer()
  const listingId = await listPair()
  const { hold_id: holdId } = await market.hold(holder, listingId, 2)
  await holder.call(holdsRoutes.release, { body: [{ hold_id: holdId, quantity: 2 }] })
  const { data } = await holder.call(listingsRoutes.feed, {
    query: { 'listing_id[]': [listingId] },
  })
  expect(data.data).toMatchObject([{ available: 2, splits: [1, 2] }])
  expect(data.meta.mine.held).toEqual([])
})

test('[X-ROLE-03] a team’s expired holds exclude open and sold ones and those of other teams', async () => {
  const [holder, other] = [await market.addBuyer(), await market.addBuyer()]
  const listingId = await market.list({ quantity: 8 })
  const [expiredHold, open, bought] = [
    await market.hold(holder, listingId, 2),
    await market.hold(holder, listingId, 2),
    await market.hold(holder, listingId, 2),
  ]
  await holder.call(checkoutRoutes.buy, { body: purchaseBody([bought]) })
  await expireHold(market.db, expiredHold.hold_id)
  const query = { 'hold_id[]': [expiredHold, open, bought].map(({ hold_id }) => hold_id) }
  expect((await holder.call(holdsRoutes.endedUnsold, { query })).data.data).toEqual([expiredHold.hold_id])
  expect((await other.call(holdsRoutes.endedUnsold, { query })).data.data).toEqual([])
  const rejected = await holder.call(holdsRoutes.endedUnsold, { query: { 'hold_id[]': ['seat 5'] } })
  expect([rejected.status, rejected.error.errors]).toMatchObject([
    422,
    { fields: { 'hold_id[].0': ['must be a hold id'] } },
  ])
})

test('a hold has its creator, quote and seats, unless the seats are hidden', async () => {
  const holder = await market.addBuyer()
  const [seated, hidden] = [
    await market.list({ quantity: 4, firstSeat: 11 }),
    await market.list({ quantity: 4, firstSeat: 21 }),
  ]
  await sql`update listings set seats_hidden = true where id = ${hidden}`.execute(market.db)
  const eventId = market.eventId
  const { data: quoted } = await holder.call(quoteCreationRoutes.generate, {
    body: {
      event_id: eventId,
      title: 'Two by the tunnel',
      client_name: 'Harbour Travel',
      quote_expiry: 4,
      currency_to_display: 'GBP',
      commission_method: 'fixed',
      commission_amount: '10.00',
      listings: [{ listing_id: seated, quantity: 2 }],
    },
  })
  await holder.call(holdsRoutes.place, {
    body: [
      { listing_id: seated, quantity: 2, quote_ref: quoted.data.id },
      { listing_id: hidden, quantity: 2 },
    ],
  })
  const { data } = await holder.call(holdsRoutes.list)
  const [withQuote, without] = [seated, hidden].map((id) =>
    data.data.find(({ listing_id }) => listing_id === id),
  )
  expect(withQuote).toMatchObject({
    quote: { title: 'Two by the tunnel', client_name: 'Harbour Travel' },
    held_by: { is_me: true },
    listing: { first_seat: 11, last_seat: 14 },
  })
  expect(withQuote?.held_by?.name).not.toBe('')
  expect(without).toMatchObject({ quote: null, listing: { first_seat: null, last_seat: null } })
})

test('a partial release at the hold’s expiry either releases that part or is rejected', async () => {
  for (let round = 0; round < 5; round += 1) {
    const holder = await market.addBuyer()
    const listingId = await market.list({ quantity: 6 })
    const hold = await market.hold(holder, listingId, 4)
    const [, released] = await Promise.all([
      expireHold(market.db, hold.hold_id),
      holder.call(holdsRoutes.release, { body: [{ hold_id: hold.hold_id, quantity: 2 }] }),
    ])
    expect([200, 409]).toContain(released.status)
    if (released.status === 409)
      expect(released.error.errors).toMatchObject({ lines: [{ code: 'hold.ended' }] })
    expect((await holder.call(holdsRoutes.list)).data.data).toEqual([])
    // Every ticket is free again, whichever came first.
    await expect(market.hold(await market.addBuyer(), listingId, 6)).resolves.toMatchObject({ quantity: 6 })
  }
})
