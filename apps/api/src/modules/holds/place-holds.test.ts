import { holdsRoutes } from '@terrace/contracts/holds'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { addEvent, addRates, heldQuantity } from '#api/test/fixtures/factories.ts'
import { expireHold } from '#api/test/fixtures/expire-hold.ts'
import { createPlaceHolds } from './place-holds.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
  await addRates(market.db, '2026-04-13', { GBP: '0.87058', USD: '1.1684' })
})
afterAll(() => market.close())

const minute = 60_000

test('[API-23] [HOLD-01] [X-HOLD-04] [X-HOLD-05] [X-API-11] a hold returns price, fee and its expiry in 30 minutes', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list({ quantity: 4, priceMinor: 8510 })
  const before = Date.now()
  const { data, text } = await buyer.call(holdsRoutes.place, {
    body: [{ listing_id: listingId, quantity: 2 }],
  })
  const [line] = data.data
  expect(JSON.parse(text)).toEqual({
    data: [
      {
        hold_id: expect.stringMatching(/^hld_/),
        listing_id: listingId,
        quantity: 2,
        price: { amount: '85.10', currency: 'GBP' },
        // 4.255 is rounded up
        service_fee: { amount: '4.26', currency: 'GBP' },
        service_fee_percent: '5.00',
        expires_at: line?.expires_at,
      },
    ],
  })
  const end = new Date(line?.expires_at ?? 0).getTime()
  expect(end).toBeGreaterThanOrEqual(before + 30 * minute)
  expect(end).toBeLessThanOrEqual(Date.now() + 30 * minute)
})

test('an item without a listing or without an integer quantity is rejected with its field name', async () => {
  const buyer = await market.addBuyer()
  const response = await buyer.call(holdsRoutes.place, { body: [{ listing_id: 'nothing', quantity: 1.5 }] })
  expect(response.status).toBe(422)
  expect(response.error.errors).toMatchObject({
    fields: { '0.listing_id': [expect.any(String)], '0.quantity': [expect.any(String)] },
  })
})

test('[X-API-07] a batch returns one line per item, in order', async () => {
  const buyer = await market.addBuyer()
  const ids = [await market.list(), await market.list(), await market.list()].toReversed()
  const { data } = await buyer.call(holdsRoutes.place, {
    body: ids.map((listing_id, index) => ({ listing_id, quantity: index + 1 })),
  })
  expect(data.data.map((line) => [line.listing_id, line.quantity])).toEqual(
    ids.map((id, index) => [id, index + 1]),
  )
})

test('[X-HOLD-02] one line that cannot be held rejects the whole batch and gives the reason', async () => {
  const buyer = await market.addBuyer()
  const fine = await market.list()
  const scarce = await market.list({ quantity: 2 })
  const response = await buyer.call(holdsRoutes.place, {
    body: [
      { listing_id: fine, quantity: 2 },
      { listing_id: scarce, quantity: 3 },
      { listing_id: 'lst_never', quantity: 1 },
    ],
  })
  expect(response.status).toBe(409)
  expect(response.error.code).toBe('hold.rejected')
  expect(response.error.errors).toEqual({
    title: 'Not enough tickets left',
    lines: [
      {
        index: 1,
        listing_id: scarce,
        code: 'listing.insufficient_quantity',
        available: 2,
        splits: [1, 2],
        title: 'Not enough tickets left',
      },
      {
        index: 2,
        listing_id: 'lst_never',
        code: 'listing.not_found',
        available: 0,
        splits: [],
        title: 'Listing not found',
      },
    ],
  })
  expect(await heldQuantity(market.db, fine)).toBe(0)
  expect(await heldQuantity(market.db, scarce)).toBe(0)
})

test('[X-HOLD-03] items for one listing are validated by their total and share one hold', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list({ quantity: 4 })
  const twice = (first: number, second: number) => [
    { listing_id: listingId, quantity: first },
    { listing_id: listingId, quantity: second },
  ]
  const overLimit = await buyer.call(holdsRoutes.place, { body: twice(3, 2) })
  expect(overLimit.error.errors).toMatchObject({ lines: [{ index: 0 }, { index: 1 }] })
  expect(await heldQuantity(market.db, listingId)).toBe(0)
  const { data } = await buyer.call(holdsRoutes.place, { body: twice(3, 1) })
  expect(data.data.map((line) => line.quantity)).toEqual([3, 1])
  expect(data.data[0]?.hold_id).toBe(data.data[1]?.hold_id)
  expect(await heldQuantity(market.db, listingId)).toBe(4)
})

test('[X-LIST-06] sold and held tickets are not available to other teams', async () => {
  const [one, other] = [await market.addBuyer(), await market.addBuyer()]
  const listingId = await market.list({ quantity: 6 })
  await sql`update listings set sold = 2 where id = ${listingId}`.execute(market.db)
  await market.hold(one, listingId, 3)
  const response = await other.call(holdsRoutes.place, { body: [{ listing_id: listingId, quantity: 2 }] })
  expect(response.error.errors).toMatchObject({ lines: [{ available: 1, splits: [1] }] })
})

test('[X-LIST-07] expired holds free their tickets immediately, before the cleanup job runs', async () => {
  const [one, other] = [await market.addBuyer(), await market.addBuyer()]
  const listingId = await market.list({ quantity: 2 })
  const { hold_id } = await market.hold(one, listingId, 2)
  await expireHold(market.db, hold_id)
  await expect(market.hold(other, listingId, 2)).resolves.toMatchObject({ quantity: 2 })
})

test('[X-SPLIT-02] a quantity of "Avoid Leaving One Ticket" that leaves exactly one is rejected', async () => {
  const buyer = await market.addBuyer()
  // With a limit of 4, the specification's list still offers 4 of 5.
  const listingId = await market.list({
    quantity: 5,
    splitType: 'Avoid Leaving One Ticket',
    quantityLimit: 4,
  })
  const response = await buyer.call(holdsRoutes.place, { body: [{ listing_id: listingId, quantity: 4 }] })
  expect(response.error.errors).toMatchObject({
    lines: [{ code: 'listing.split_not_allowed', available: 5, splits: [1, 2] }],
  })
})

test.each([
  { splitType: 'All Together' as const, quantity: 4, requested: 2, splits: [4] },
  {
    splitType: 'Sell In Multiples' as const,
    quantity: 6,
    requested: 3,
    splits: [2, 4, 6],
    multipleSaleUnit: 2,
  },
  { splitType: 'No Preferences' as const, quantity: 6, requested: 3, splits: [1, 2], quantityLimit: 2 },
])(
  '[X-SPLIT-03] $requested of $quantity under "$splitType" is rejected, with the allowed quantities',
  async ({ requested, splits, ...values }) => {
    const buyer = await market.addBuyer()
    const listingId = await market.list(values)
    const response = await buyer.call(holdsRoutes.place, {
      body: [{ listing_id: listingId, quantity: requested }],
    })
    expect(response.error.errors).toMatchObject({ lines: [{ code: 'listing.split_not_allowed', splits }] })
  },
)

test('a team cannot hold its own, a withdrawn or an off-sale listing', async () => {
  const buyer = await market.addBuyer()
  const ownListing = await market.list({ sellerTeamId: buyer.teamId })
  const withdrawn = await market.list()
  await sql`update listings set status = 'withdrawn' where id = ${withdrawn}`.execute(market.db)
  const { venueId } = market
  const startedEvent = await market.list({
    eventId: await addEvent(market.db, { venueId, startsAt: new Date(Date.now() - minute) }),
  })
  const cancelled = await market.list({
    eventId: await addEvent(market.db, { venueId, status: 'cancelled' }),
  })
  const postponed = await market.list({
    eventId: await addEvent(market.db, { venueId, status: 'postponed' }),
  })
  const response = await buyer.call(holdsRoutes.place, {
    body: [ownListing, withdrawn, startedEvent, cancelled, postponed].map((listing_id) => ({
      listing_id,
      quantity: 1,
    })),
  })
  expect(response.error.errors).toMatchObject({
    lines: [
      { code: 'listing.own_team', available: 0, splits: [] },
      { code: 'listing.withdrawn', available: 0, splits: [] },
      { code: 'event.started', available: 0, splits: [] },
      { code: 'event.cancelled', available: 0, splits: [] },
      { code: 'event.postponed', available: 0, splits: [] },
    ],
  })
})

test('a hold expires no later than the start of the event', async () => {
  const buyer = await market.addBuyer()
  const startsAt = new Date(Date.now() + 10 * minute)
  const eventId = await addEvent(market.db, { venueId: market.venueId, startsAt })
  const hold = await market.hold(buyer, await market.list({ eventId }), 1)
  expect(hold.expires_at).toBe(startsAt.toISOString())
})

test('[X-HOLD-12] a team holds at most 60 tickets; the error gives the remaining number', async () => {
  const buyer = await market.addBuyer()
  const colleague = await market.addBuyer({ teamId: buyer.teamId })
  const listingId = await market.list({ quantity: 200 })
  const first = await market.hold(buyer, listingId, 55)
  const response = await colleague.call(holdsRoutes.place, { body: [{ listing_id: listingId, quantity: 6 }] })
  expect(response.status).toBe(409)
  expect(response.error.code).toBe('hold.team_limit_exceeded')
  expect(response.error.errors).toEqual({
    title: 'Your team can hold 60 tickets at once. 5 more can be held now',
    limit: 60,
    left: 5,
  })
  await market.hold(colleague, listingId, 5)
  // Expired holds do not count.
  await expireHold(market.db, first.hold_id)
  await expect(market.hold(buyer, listingId, 55)).resolves.toMatchObject({ quantity: 55 })
})

test('[X-HOLD-01] a hold in another currency freezes amount, rate, rate date and fee percent', async () => {
  const buyer = await market.addBuyer({ baseCurrency: 'EUR' })
  const listingId = await market.list({ priceMinor: 8500, currency: 'GBP' })
  // 85 / 0.87058 = 97.6360…
  const hold = await market.hold(buyer, listingId, 1)
  expect(hold).toMatchObject({
    price: { amount: '97.64', currency: 'EUR' },
    service_fee: { amount: '4.88', currency: 'EUR' },
  })
  // 97.636… × 1.1684 = 114.0779…
  const named = await market.hold(buyer, listingId, 1, 'USD')
  expect(named.price).toEqual({ amount: '114.08', currency: 'USD' })
  const { rows } = await sql`
    select seller_price_minor, seller_currency, ticket_price_minor, buyer_currency, trim_scale(rate)::text as rate,
      rate_date, fee_bp from holds where id = ${hold.hold_id}`.execute(market.db)
  expect(rows).toEqual([
    {
      seller_price_minor: 8500,
      seller_currency: 'GBP',
      ticket_price_minor: 9764,
      buyer_currency: 'EUR',
      rate: '1.1486595143',
      rate_date: '2026-04-13',
      fee_bp: 500,
    },
  ])
  const { data } = await buyer.call(holdsRoutes.list)
  expect(data.data.find(({ hold_id }) => hold_id === hold.hold_id)?.conversion).toEqual({
    original_price: { amount: '85.00', currency: 'GBP' },
    rate: '1.1486595143',
    rate_date: '2026-04-13',
  })
  const unconverted = await market.hold(buyer, listingId, 1, 'GBP')
  const { data: list } = await buyer.call(holdsRoutes.list)
  expect(list.data.find(({ hold_id }) => hold_id === unconverted.hold_id)).not.toHaveProperty('conversion')
})

test('a currency without two decimals or without a rate is rejected as unknown', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list()
  for (const target_currency of ['JPY', 'XXX', 'SEK']) {
    const response = await buyer.call(holdsRoutes.place, {
      body: [{ listing_id: listingId, quantity: 1, target_currency }],
    })
    expect([response.status, response.error.code]).toEqual([422, 'currency.unknown'])
    const title = 'Prices are not available in this currency'
    expect(response.error.errors).toEqual({ title, fields: { target_currency: [title] } })
  }
})

test('in production, stale exchange rates reject only holds across currencies', async () => {
  const buyer = await market.addBuyer()
  const listingId = await market.list()
  const { pool, ids, config } = market.deps
  const place = (targetCurrency: string, production: boolean) =>
    createPlaceHolds({ pool, ids, config: { ...config, production } })({
      ...buyer,
      baseCurrency: 'GBP',
      items: [{ listingId, quantity: 1, targetCurrency }],
    })
  // The only rates in this test are from April 2026.
  await expect(place('USD', true)).rejects.toMatchObject({ code: 'hold.rate_stale', status: 409 })
  await expect(place('GBP', true)).resolves.toHaveLength(1)
  await expect(place('USD', false)).resolves.toHaveLength(1)
})
