import { ordersRoutes } from '@terrace/contracts/orders'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { money } from '@terrace/domain/money/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'
import { addEvent, addListing, addTeam, addVenue } from '#api/test/fixtures/factories.ts'
import { readImbalances } from '#api/modules/ledger/index.ts'
import { lockHolds, sellHolds } from '#api/modules/holds/index.ts'
import { seatsOf } from './order.ts'
import type { HoldToSell } from './new-line.ts'
import { placeOrder } from './place-order.ts'

let app: TestApp
let eventId: number
let seatingCategoryId: number
beforeAll(async () => {
  app = await buildTestApp()
  const venue = await addVenue(app.db, { name: 'Anfield' })
  seatingCategoryId = venue.seatingCategoryId
  eventId = await addEvent(app.db, { venueId: venue.venueId, title: 'Liverpool FC v Everton FC' })
})
afterAll(() => app.close())

interface Bought {
  sellerName: string
  quantity: number
  priceMinor: number
  firstSeat?: number
  currency?: string
  sellerMinor?: number
  listingId?: string
}

/** Creates the attempt and the holds that an order needs. */
async function holdsToSell(buyer: Caller, attemptId: string, bought: Bought[]): Promise<HoldToSell[]> {
  await app.db
    .insertInto('checkout_attempts')
    .values({
      id: attemptId,
      team_id: buyer.teamId,
      account_id: buyer.accountId,
      state: 'authorised',
      gateway: 'sandbox',
      gateway_payment_id: 'pi_1',
      card_token: 'pm_card_visa',
      next_action: null,
      failure: null,
      amount_minor: 1,
      tickets_minor: 1,
      fee_minor: 0,
      currency: 'GBP',
      email: 'jo@example.test',
      phone: '02079460000',
      quote_id: null,
      holds_extended_until: new Date(),
    })
    .execute()
  const holds: HoldToSell[] = []
  for (const item of bought) {
    const sellerTeamId = await addTeam(app.db, { name: item.sellerName })
    const sellerCurrency = item.currency ?? 'GBP'
    const listingId =
      item.listingId ??
      (await addListing(app.db, {
        eventId,
        sellerTeamId,
        seatingCategoryId,
        quantity: 8,
        priceMinor: item.priceMinor,
        ...(item.firstSeat !== undefined && { firstSeat: item.firstSeat }),
      }))
    const holdId = `hld_${attemptId}${holds.length}`
    await app.db
      .insertInto('holds')
      .values({
        id: holdId,
        team_id: buyer.teamId,
        created_by: buyer.accountId,
        listing_id: listingId,
        event_id: eventId,
        quantity: item.quantity,
        state: 'paying',
        seller_price_minor: item.sellerMinor ?? item.priceMinor,
        seller_currency: sellerCurrency,
        ticket_price_minor: item.priceMinor,
        buyer_currency: 'GBP',
        rate: '1',
        rate_date: null,
        fee_bp: 500,
        quote_ref: null,
        attempt_id: attemptId,
        expires_at: new Date(),
        reserved_until: new Date(),
      })
      .execute()
    holds.push({
      holdId,
      listingId,
      eventId,
      sellerTeamId,
      quantity: item.quantity,
      price: money(item.priceMinor, 'GBP'),
      feeBp: 500,
      sellerPrice: money(item.sellerMinor ?? item.priceMinor, sellerCurrency),
    })
  }
  return holds
}

async function order(buyer: Caller, attemptId: string, bought: Bought[]) {
  const holds = await holdsToSell(buyer, attemptId, bought)
  const holdIds = holds.map(({ holdId }) => holdId)
  return inTransaction(app.db, async (tx) => {
    const placed = await placeOrder(app.deps, tx, {
      teamId: buyer.teamId,
      accountId: buyer.accountId,
      attemptId,
      email: 'jo@example.test',
      phone: '02079460000',
      card: { brand: 'visa', last4: '4242' },
      payment: { gateway: 'sandbox', gatewayPaymentId: 'pi_1' },
      quote: null,
      reference: null,
      internalNote: null,
      client: null,
      holds,
    })
    await sellHolds(tx, attemptId, await lockHolds(tx, buyer.teamId, holdIds), seatsOf(placed))
    return placed
  })
}

test('[ORDER-01][X-ORDER-01] an order has one number, a line per seller and matching totals', async () => {
  const buyer = await app.addBuyer()
  const placed = await order(buyer, 'att_two', [
    { sellerName: 'Kop Stock', quantity: 2, priceMinor: 8515 },
    { sellerName: 'Main Stand', quantity: 3, priceMinor: 10_000 },
  ])
  const { data } = await buyer.call(ordersRoutes.one, { params: { order_id: placed.id } })
  expect(data.data).toMatchObject({
    number: placed.number,
    status: 'Confirmed',
    ticket_quantity: 5,
    // 2 × 85.15 + 3 × 100.00; fee per ticket rounded half up: 4.26 (from 4.2575) and 5.00
    total_tickets_price: { amount: '470.30', currency: 'GBP' },
    total_service_fee: { amount: '23.52', currency: 'GBP' },
    total: { amount: '493.82', currency: 'GBP' },
    card: { brand: 'visa', last4: '4242' },
  })
  const bySeller = Object.fromEntries(
    data.data.lines.map((line) => [line.seller.name, line.line_total.amount]),
  )
  expect(bySeller).toEqual({ 'Kop Stock': '178.82', 'Main Stand': '315.00' })
  expect(data.data.lines[0]?.event).toMatchObject({
    title: 'Liverpool FC v Everton FC',
    venue_name: 'Anfield',
    timezone: 'Europe/London',
  })
})

test('the ledger balances; sellers are credited in their currency through the exchange account', async () => {
  const buyer = await app.addBuyer()
  const placed = await order(buyer, 'att_fx', [
    { sellerName: 'Rhine Tickets', quantity: 2, priceMinor: 8000, currency: 'EUR', sellerMinor: 10_000 },
  ])
  expect(await readImbalances(app.db)).toEqual([])
  const { rows } = await sql<{ account: string; amount_minor: number; currency: string }>`
    select account, sum(amount_minor)::int as amount_minor, e.currency from ledger_entries e
    join ledger_transactions t on t.id = e.transaction_id
    where t.order_id = ${placed.id} group by account, e.currency`.execute(app.db)
  const balance = new Map(
    rows.map((row) => [`${row.account.split(':')[0]} ${row.currency}`, row.amount_minor]),
  )
  expect(Object.fromEntries(balance)).toEqual({
    'gateway GBP': 16_800,
    'buyer GBP': 0,
    'fees GBP': -800,
    'exchange GBP': -16_000,
    'exchange EUR': 20_000,
    'seller EUR': -20_000,
  })
})

test('PostgreSQL rejects a ledger transaction that does not sum to zero', async () => {
  const buyer = await app.addBuyer()
  await order(buyer, 'att_off', [{ sellerName: 'Kop Stock', quantity: 1, priceMinor: 5000 }])
  const changing = sql`
    update ledger_transactions set amounts_minor[1] = amounts_minor[1] + 1 where attempt_id = 'att_off'`.execute(
    app.db,
  )
  await expect(changing).rejects.toThrow('does not balance')
})

test('two orders of one listing never get the same seat', async () => {
  const buyer = await app.addBuyer()
  const first = await order(buyer, 'att_seat1', [
    { sellerName: 'Kop Stock', quantity: 2, priceMinor: 5000, firstSeat: 318 },
  ])
  const listingId = first.lines[0]?.listingId ?? ''
  const second = await order(buyer, 'att_seat2', [
    { sellerName: 'Kop Stock', quantity: 3, priceMinor: 5000, listingId },
  ])
  expect(first.lines[0]?.snapshot.seats).toEqual([318, 319])
  expect(second.lines[0]?.snapshot.seats).toEqual([320, 321, 322])
})

test('an attempt creates at most one order', async () => {
  const buyer = await app.addBuyer()
  const holds = await holdsToSell(buyer, 'att_once', [
    { sellerName: 'Kop Stock', quantity: 1, priceMinor: 5000 },
  ])
  const place = () =>
    inTransaction(app.db, (tx) =>
      placeOrder(app.deps, tx, {
        teamId: buyer.teamId,
        accountId: buyer.accountId,
        attemptId: 'att_once',
        email: 'jo@example.test',
        phone: '02079460000',
        card: null,
        payment: { gateway: 'sandbox', gatewayPaymentId: 'pi_1' },
        quote: null,
        reference: null,
        internalNote: null,
        client: null,
        holds,
      }),
    )
  await place()
  await expect(place()).rejects.toThrow(/unique/)
})

test('[X-ROLE-04] other teams can neither see nor count the order', async () => {
  const buyer = await app.addBuyer()
  const placed = await order(buyer, 'att_mine', [{ sellerName: 'Kop Stock', quantity: 1, priceMinor: 5000 }])
  const other = await app.addBuyer()
  const rejected = await other.call(ordersRoutes.one, { params: { order_id: placed.id } })
  expect(rejected.status).toBe(404)
  expect(rejected.error.code).toBe('order.not_found')
  expect((await other.call(ordersRoutes.list)).data.data).toEqual([])
  expect((await other.call(workspaceRoutes.counts)).data.data.order_count).toBe(0)
  expect((await buyer.call(workspaceRoutes.counts)).data.data).toEqual({ order_count: 1, quote_count: 0 })
})

test('orders are paginated, newest first', async () => {
  const buyer = await app.addBuyer()
  const numbers = []
  for (const index of [1, 2, 3]) {
    const placed = await order(buyer, `att_page${index}`, [
      { sellerName: 'Kop', quantity: 1, priceMinor: 5000 },
    ])
    numbers.unshift(placed.number)
  }
  const first = await buyer.call(ordersRoutes.list, { query: { per_page: 2 } })
  const second = await buyer.call(ordersRoutes.list, { query: { per_page: 2, page: 2 } })
  expect(first.data.meta).toEqual({ total: 3, page: 1, per_page: 2, last_page: 2 })
  expect([...first.data.data, ...second.data.data].map((item) => item.number)).toEqual(numbers)
})
