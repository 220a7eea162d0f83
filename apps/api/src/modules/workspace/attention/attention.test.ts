import { attentionRoutes, maxAttentionItems, type WireAttentionItem } from '@terrace/contracts/attention'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { holdsRoutes } from '@terrace/contracts/holds'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { trackedListingsRoutes } from '@terrace/contracts/tracked-listings'
import { trackingRoutes } from '@terrace/contracts/tracking'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { passport } from '#api/test/fixtures/attendees-body.ts'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { addEvent } from '#api/test/fixtures/factories.ts'
import { allOf, buildQuoteFixture, ofListings, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { createTestClock, type TestClock } from '#api/test/harness/test-clock.ts'
import { purgeOldDismissals } from './dismissals.repo.ts'
import { readAttention } from './read-attention.ts'

let market: QuoteFixture
let clock: TestClock
let buyer: Caller
beforeAll(async () => {
  clock = createTestClock()
  market = await buildQuoteFixture({ clock })
  // The checkout calls the sandbox over HTTP, like a real provider.
  await market.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => market.close())
beforeEach(async () => {
  clock.set(new Date())
  buyer = await market.addBuyer()
})

const minutes = (count: number) => count * 60_000
const hours = (count: number) => minutes(count * 60)
const read = async (by = buyer) => (await by.call(attentionRoutes.read)).data
const items = async (by = buyer) => (await read(by)).data
const kinds = async (by = buyer) => (await items(by)).map(({ kind }) => kind)

const leaveHold = (holdId: string, minutesLeft: number) =>
  sql`update holds set expires_at = clock_timestamp() + make_interval(mins => ${minutesLeft}),
    reserved_until = clock_timestamp() + make_interval(mins => ${minutesLeft}) where id = ${holdId}`.execute(
    market.db,
  )

async function dismiss(item: WireAttentionItem | undefined, dismissed = true, by = buyer) {
  if (!item || !('version' in item)) throw new Error('this item can’t be dismissed')
  return by.call(attentionRoutes.dismiss, { body: { id: item.id, version: item.version, dismissed } })
}

const cancelEvent = (eventId: number) =>
  sql`update events set status = 'cancelled' where id = ${eventId}`.execute(market.db)

/** A quote of one new listing that its client accepted. */
async function acceptedQuote(by = buyer, eventId = market.eventId) {
  const quote = await market.quote(
    { event_id: eventId, client_name: 'Ada', ...ofListings(await market.list({ eventId })) },
    by,
  )
  await market.accept(quote.slug, allOf(quote.offers))
  return quote
}

async function trackedDrop(by = buyer, eventId = market.eventId) {
  const listingId = await market.list({ eventId, section: 'Block 9', row: '4' })
  await by.call(trackingRoutes.track, { body: { list_id: listingId, status: 'yes' } })
  await market.change(listingId, { priceMinor: 8000 })
  return listingId
}

/** An order that was placed four days ago, whose tickets were in hand three weeks ago. */
async function lateOrder(by = buyer, eventId = market.eventId) {
  const { order } = await buyOrder(market, { buyer: by, lines: [{ listing: { eventId } }] })
  await sql`update orders set placed_at = ${clock.now()}::timestamptz - interval '4 days' where id = ${order.id}`.execute(
    market.db,
  )
  await sql`update order_lines set snapshot = snapshot || jsonb_build_object('inHandDate', '2026-11-01')
    where order_id = ${order.id}`.execute(market.db)
  return order
}

test('a team without open items gets an empty list', async () => {
  const { data, meta } = await read()
  expect(data).toEqual([])
  expect(meta.counts).toEqual({ hold_groups: 0, quotes: 0, price_drops: 0, late_deliveries: 0 })
})

test('expiring holds of one event are a single item with their total, for the whole team', async () => {
  const colleague = await market.addBuyer({ teamId: buyer.teamId })
  const held = [
    await market.hold(buyer, await market.list(), 2),
    await market.hold(colleague, await market.list(), 1),
  ]
  expect(await items()).toEqual([])
  await leaveHold(held[0]?.hold_id ?? '', 9)
  for (const member of [buyer, colleague]) {
    const { data, meta } = await read(member)
    expect(data).toEqual([
      expect.objectContaining({
        kind: 'hold',
        hold_ids: held.map(({ hold_id }) => hold_id),
        quantity: 3,
        total: { amount: '267.75', currency: 'GBP' },
        missing_attendees: 0,
      }),
    ])
    expect([meta.counts.hold_groups, meta.hold_count]).toEqual([1, 2])
  }
})

test('a hold is listed after half of its time, and the list refreshes at that moment', async () => {
  const held = await market.hold(buyer, await market.list(), 2)
  await leaveHold(held.hold_id, 16)
  const { data, meta } = await read()
  expect(data).toEqual([])
  expect(Date.parse(meta.refresh_at) - clock.now().getTime()).toBeLessThanOrEqual(minutes(1.5))
})

test('half of a hold’s time follows the configured hold time', async () => {
  const held = await market.hold(buyer, await market.list(), 2)
  await leaveHold(held.hold_id, 12)
  const holdsWith = async (holdMinutes: number) => {
    const { holds } = await readAttention({ ...market.deps, config: { holdMinutes } }, buyer)
    return holds.length
  }
  expect([await holdsWith(20), await holdsWith(30)]).toEqual([0, 1])
})

test('held tickets without their attendees’ details are listed until the details are complete', async () => {
  const listingId = await market.list({ attendeeDetails: { identification: true } })
  await market.hold(buyer, listingId, 2)
  const missing = async () => (await items()).map((item) => item.kind === 'hold' && item.missing_attendees)
  expect(await missing()).toEqual([2])
  const save = (attendees: (typeof passport)[]) =>
    buyer.call(checkoutDraftRoutes.save, { body: { listings: [{ listing_id: listingId, attendees }] } })
  await save([passport, { first_name: 'Ada' }])
  expect(await missing()).toEqual([1])
  await save([passport, passport])
  expect(await items()).toEqual([])
})

test('a quote is listed in its last quarter, with the client price and whether it was opened', async () => {
  const quote = await market.quote(
    { quote_expiry: 4, client_name: 'Ada', ...ofListings(await market.list()) },
    buyer,
  )
  expect(await items()).toEqual([])
  const { meta } = await read()
  expect(Date.parse(meta.refresh_at)).toBeLessThanOrEqual(Date.parse(quote.expires_at) - hours(1))
  clock.advance(hours(3) + 1)
  const [item] = await items()
  expect(item).toMatchObject({
    kind: 'quote_expiring',
    id: quote.id,
    client: 'Ada',
    total: { lowest: quote.totals?.client_total, highest: quote.totals?.client_total },
    opened: false,
  })
  clock.advance(hours(1))
  expect(await items()).toEqual([])
})

test('an accepted quote is listed until dismissed, separately for each account', async () => {
  const colleague = await market.addBuyer({ teamId: buyer.teamId })
  await acceptedQuote()
  const [item] = await items()
  expect(item).toMatchObject({ kind: 'quote_accepted', client: 'Ada' })
  expect((await dismiss(item)).status).toBe(200)
  expect(await items()).toEqual([])
  expect((await read()).meta.counts.quotes).toBe(0)
  expect(await kinds(colleague)).toEqual(['quote_accepted'])
  // Undone.
  await dismiss(item, false)
  expect(await kinds()).toEqual(['quote_accepted'])
})

test('a new response is listed even after an earlier one was dismissed', async () => {
  const quote = await acceptedQuote()
  await dismiss((await items())[0])
  clock.advance(1000)
  await market.decline(quote.slug, 'Found better seats')
  expect(await kinds()).toEqual(['quote_declined'])
})

test('a withdrawn quote is no longer listed', async () => {
  const quote = await acceptedQuote()
  await buyer.call(quotesRoutes.withdraw, { params: { quote_id: quote.id }, body: {} })
  expect(await items()).toEqual([])
})

test('a price drop is listed for the account that tracks the listing until dismissed', async () => {
  const colleague = await market.addBuyer({ teamId: buyer.teamId })
  const listingId = await trackedDrop()
  const [item] = await items()
  expect(item).toMatchObject({
    kind: 'price_drop',
    id: listingId,
    section: 'Block 9',
    available: 4,
    price: { amount: '80.00', currency: 'GBP' },
    price_when_tracked: { amount: '85.00', currency: 'GBP' },
    all_in_price: { amount: '84.00', currency: 'GBP' },
    all_in_price_when_tracked: { amount: '89.25', currency: 'GBP' },
  })
  expect(await items(colleague)).toEqual([])
  await dismiss(item)
  expect(await items()).toEqual([])
  await market.change(listingId, { priceMinor: 7900 })
  expect(await kinds()).toEqual(['price_drop'])
  await market.change(listingId, { priceMinor: 8600 })
  expect(await items()).toEqual([])
})

test('a price drop without tickets left is not listed or counted', async () => {
  const other = await market.addBuyer()
  const listingId = await trackedDrop()
  const hold = await market.hold(other, listingId, 4)
  expect(await items()).toEqual([])
  expect((await read()).meta.counts.price_drops).toBe(0)
  await other.call(holdsRoutes.release, { body: [{ hold_id: hold.hold_id, quantity: 4 }] })
  expect(await kinds()).toEqual(['price_drop'])
})

test('an account without price alerts in its pages gets no price drops', async () => {
  await trackedDrop()
  await buyer.call(trackedListingsRoutes.changeSettings, {
    body: {
      price_drop: { live: false, mail: true },
      low_stock: { live: true, mail: true, max_tickets: 2 },
    },
  })
  expect(await items()).toEqual([])
})

test('an order whose tickets are late is listed until they are delivered', async () => {
  const order = await lateOrder()
  expect(await items()).toEqual([
    expect.objectContaining({ kind: 'delivery_late', id: order.id, number: order.number, quantity: 2 }),
  ])
  await sql`update order_lines set state = 'delivered' where order_id = ${order.id}`.execute(market.db)
  expect(await items()).toEqual([])
})

test('orders delivered in time are not listed', async () => {
  await buyOrder(market, { buyer })
  expect(await items()).toEqual([])
})

test('items sort by deadline, and items without one come last', async () => {
  await trackedDrop()
  const soon = await addEvent(market.db, {
    venueId: market.venueId,
    startsAt: new Date(clock.now().getTime() + hours(90)),
  })
  await lateOrder(buyer, soon)
  const declined = await market.quote(ofListings(await market.list()), buyer)
  await market.decline(declined.slug)
  await acceptedQuote()
  const held = await market.hold(buyer, await market.list(), 1)
  await leaveHold(held.hold_id, 5)
  const { meta } = await read()
  expect(await kinds()).toEqual(['hold', 'quote_accepted', 'delivery_late', 'quote_declined', 'price_drop'])
  expect(meta.counts).toEqual({ hold_groups: 1, quotes: 2, price_drops: 1, late_deliveries: 1 })
})

test('items of a cancelled event are not listed', async () => {
  const eventId = await addEvent(market.db, { venueId: market.venueId })
  await lateOrder(buyer, eventId)
  await trackedDrop(buyer, eventId)
  await acceptedQuote(buyer, eventId)
  const held = await market.hold(buyer, await market.list({ eventId }), 1)
  await leaveHold(held.hold_id, 5)
  expect(await kinds()).toHaveLength(4)
  await cancelEvent(eventId)
  expect(await items()).toEqual([])
})

test('items of other teams are neither listed nor dismissible', async () => {
  const stranger = await market.addBuyer()
  await lateOrder()
  await trackedDrop()
  await acceptedQuote()
  const held = await market.hold(buyer, await market.list(), 1)
  await leaveHold(held.hold_id, 5)
  const own = await items()
  expect(own).toHaveLength(4)
  expect(await items(stranger)).toEqual([])
  for (const item of own.filter((each) => 'version' in each))
    expect((await dismiss(item, true, stranger)).status).toBe(200)
  expect(await items()).toHaveLength(4)
  const { rows } =
    await sql`select from attention_dismissals where account_id = ${stranger.accountId}`.execute(market.db)
  expect(rows).toEqual([])
})

test('repeated and outdated dismissals do not hide newer information', async () => {
  const listingId = await trackedDrop()
  const [old] = await items()
  await market.change(listingId, { priceMinor: 7000 })
  await Promise.all([dismiss(old), dismiss(old)])
  expect(await kinds()).toEqual(['price_drop'])
})

test('dismissals last while the listing is tracked, or until the quote is no longer listed', async () => {
  const drop = await trackedDrop()
  const quote = await acceptedQuote()
  for (const item of await items()) await dismiss(item)
  await sql`update attention_dismissals set dismissed_at = now() - interval '9 days'
    where account_id = ${buyer.accountId}`.execute(market.db)
  await purgeOldDismissals(market.db)
  const { rows } = await sql<{ subject: string }>`
    select subject from attention_dismissals where subject = any(${[drop, quote.id]}::text[])`.execute(
    market.db,
  )
  expect(rows).toEqual([{ subject: drop }])
})

test('accepted quotes that have expired do not push out one that still runs', async () => {
  const running = await acceptedQuote()
  for (let count = 0; count < maxAttentionItems; count += 1) await acceptedQuote()
  await sql`update quotes set expires_at = ${clock.now()}::timestamptz - interval '1 hour'
    where team_id = ${buyer.teamId} and id <> ${running.id}`.execute(market.db)
  const { data, meta } = await read()
  expect(meta.counts.quotes).toBe(maxAttentionItems + 1)
  expect(data[0]?.id).toBe(running.id)
})
