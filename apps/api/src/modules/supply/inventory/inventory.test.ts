import { inventoryRoutes } from '@terrace/contracts/inventory'
import type { QueryInputOf } from '@terrace/contracts/route'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { addEvent, addListing, addRates, addTeam } from '#api/test/fixtures/factories.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'

let market: Marketplace
let seller: Caller
let later: number
let tickets: Record<'a' | 'b' | 'c' | 'd' | 'withdrawn' | 'soldOut', string>
beforeAll(async () => {
  market = await buildMarketplace()
  seller = await market.addBuyer({ teamId: market.sellerTeamId, role: 'seller' })
  const startsAt = new Date(Date.now() + 60 * 86_400_000)
  later = await addEvent(market.db, { venueId: market.venueId, title: 'Wolves v Derby', startsAt })
  tickets = {
    a: await market.list({ section: 'Block 97', row: '3', priceMinor: 9000 }),
    b: await market.list({ section: 'Block 104', row: '12', priceMinor: 8000, quantity: 6 }),
    c: await market.list({ eventId: later, section: 'Block 9', row: '4', priceMinor: 12_000 }),
    d: await market.list({ eventId: later, section: 'Block 9', row: '30', priceMinor: 7000 }),
    withdrawn: await market.list({ section: 'Block 112', priceMinor: 5000 }),
    soldOut: await market.list({ section: 'Block 113', priceMinor: 6000 }),
  }
  await sql`update listings set status = 'withdrawn' where id = ${tickets.withdrawn}`.execute(market.db)
  await sql`update listings set sold = quantity where id = ${tickets.soldOut}`.execute(market.db)
  await sql`update listings set cost_minor = 5000, tags = '{vip}' where id = ${tickets.a}`.execute(market.db)
})
afterAll(() => market.close())

async function list(query: QueryInputOf<typeof inventoryRoutes.list> = {}) {
  const { data } = await seller.call(inventoryRoutes.list, { query })
  const names = Object.fromEntries(Object.entries(tickets).map(([name, id]) => [id, name]))
  return { ids: data.data.map(({ id }) => names[id] ?? id), rows: data.data, meta: data.meta }
}

test('every listing is listed, and pages neither repeat nor skip one', async () => {
  const all = await list({ order_by: 'price' })
  expect(all.ids).toEqual(['withdrawn', 'soldOut', 'd', 'b', 'a', 'c'])
  expect(all.meta).toMatchObject({ total: 6, service_fee_percent: '5.00', seller_fee_percent: '0.00' })
  const pages = await Promise.all(
    [1, 2, 3].map((page) => list({ order_by: 'price', page: String(page), per_page: '2' })),
  )
  expect(pages.flatMap(({ ids }) => ids)).toEqual(all.ids)
  expect((await list({ order_by: 'section', group_by: 'event' })).ids).toEqual([
    'a',
    'b',
    'withdrawn',
    'soldOut',
    'c',
    'd',
  ])
  expect((await list({ order_by: 'cost', sort_order: 'desc' })).ids[0]).toBe('a')
})

test('a search of too many words says how many are possible', async () => {
  const { error } = await seller.call(inventoryRoutes.list, { query: { search: 'a '.repeat(17) } })
  expect(error.errors['fields']).toEqual({ search: ['must have at most 16 words'] })
})

test('filters narrow the list, and the summary counts the same listings', async () => {
  const buyer = await market.addBuyer()
  await market.hold(buyer, tickets.b, 2)
  for (const [query, found] of [
    [{ search: 'derby 30' }, ['d']],
    [{ search: 'vip' }, ['a']],
    [{ search: '50%' }, []],
    [{ 'event_id[]': [String(later)] }, ['d', 'c']],
    [{ 'section[]': 'Block 9' }, ['d', 'c']],
    [{ 'status[]': ['unpublished', 'sold_out'] }, ['withdrawn', 'soldOut']],
    [{ has_holds: '1' }, ['b']],
    [{ 'tag[]': 'vip' }, ['a']],
    [{ in_hand_from: '2026-12-02' }, []],
    [{ event_from: new Date(Date.now() + 45 * 86_400_000).toISOString().slice(0, 10) }, ['d', 'c']],
    [{ events: 'past' }, []],
  ] as const) {
    const filter: QueryInputOf<typeof inventoryRoutes.summary> = query
    expect([query, (await list({ ...filter, order_by: 'price' })).ids]).toEqual([query, found])
    const { data } = await seller.call(inventoryRoutes.summary, { query: filter })
    expect([query, data.data.totals.listings]).toEqual([query, found.length])
  }
  const { data } = await seller.call(inventoryRoutes.summary, { query: {} })
  expect(data.data.counts).toEqual({ all: 6, published: 4, unpublished: 1, sold_out: 1, with_holds: 1 })
  expect(data.data.events.map(({ event, listings }) => [event.id, listings])).toEqual([
    [market.eventId, 4],
    [later, 2],
  ])
  expect(data.data.totals).toMatchObject({ tickets: 26, sold: 4, held: 2 })
  // 4 × 90 + 6 × 80 + 4 × 120 + 4 × 70 + 4 × 50; only listing a has a cost, 4 × 50.
  expect(data.data.totals.values).toEqual([
    {
      currency: 'GBP',
      cost: { amount: '200.00', currency: 'GBP' },
      asking: { amount: '1800.00', currency: 'GBP' },
      proceeds: { amount: '1800.00', currency: 'GBP' },
      margin: { amount: '160.00', currency: 'GBP' },
    },
  ])
})

test('a listing is compared with what buyers see of other sellers, in its own currency', async () => {
  await addRates(market.db, new Date().toISOString().slice(0, 10), { GBP: '0.8', USD: '1.0' })
  const other = await addTeam(market.db)
  const [first] = (await list({ 'listing_id[]': tickets.a })).rows
  expect(first?.market).toEqual({ lowest: null, rank: 1, count: 1, past_sales: null })
  const seatingCategoryId = first?.category.id ?? 0
  const add = (values: Partial<Parameters<typeof addListing>[1]>) =>
    addListing(market.db, {
      eventId: market.eventId,
      sellerTeamId: other,
      seatingCategoryId,
      section: 'Block 97',
      row: '5',
      ...values,
    })
  await add({ priceMinor: 10_000, currency: 'USD' })
  await add({ priceMinor: 8900, row: '8' })
  await add({ priceMinor: 1000, row: '9' })
  await add({ priceMinor: 1000, section: 'Block 98' })
  await add({ priceMinor: 1000, splitType: 'All Together', quantity: 9 })
  const hidden = await add({ priceMinor: 1000 })
  await sql`update listings set status = 'withdrawn' where id = ${hidden}`.execute(market.db)
  const sold = await add({ priceMinor: 1000 })
  await sql`update listings set sold = quantity where id = ${sold}`.execute(market.db)
  // 100 USD are 80 GBP.
  expect((await list({ 'listing_id[]': tickets.a })).rows[0]?.market).toEqual({
    lowest: { amount: '80.00', currency: 'GBP' },
    rank: 3,
    count: 3,
    past_sales: null,
  })
  expect((await list({ market: 'not_lowest' })).ids).toEqual(['a'])
  expect((await list({ market: 'alone', order_by: 'price' })).ids).toEqual(['d', 'b', 'c'])
  expect((await list({ order_by: 'rank', sort_order: 'desc' })).ids[0]).toBe('a')
  const { data } = await seller.call(inventoryRoutes.summary, { query: {} })
  expect(data.data.events.map(({ offered, lowest }) => [offered, lowest])).toEqual([
    [2, 1],
    [2, 2],
  ])
})

test('choices count the listings of upcoming events', async () => {
  const { data } = await seller.call(inventoryRoutes.choices, { query: { 'event_id[]': String(later) } })
  expect(data.data.events.map(({ id, listings }) => [id, listings])).toEqual([
    [market.eventId, 4],
    [later, 2],
  ])
  expect(data.data.sections).toEqual([{ name: 'Block 9', listings: 2 }])
  expect(data.data.competitions.map(({ listings }) => listings)).toEqual([2])
  expect(data.data.tags).toEqual([])
})

test('another team sees none of it, and buyers may not ask', async () => {
  const rival = await market.addBuyer({ role: 'seller' })
  expect((await rival.call(inventoryRoutes.list, { query: {} })).data.data).toEqual([])
  const one = await rival.call(inventoryRoutes.one, { params: { listing_id: tickets.a } })
  expect([one.status, one.error.code]).toEqual([404, 'supply.listing_not_found'])
  const buyer = await market.addBuyer()
  expect((await buyer.call(inventoryRoutes.list, { query: {} })).status).toBe(403)
  const odd = await seller.call(inventoryRoutes.list, { query: { in_hand_from: 'soon' } })
  expect([odd.status, odd.error.errors]).toMatchObject([
    422,
    { fields: { in_hand_from: ['must be a date such as 2026-12-01'] } },
  ])
})

test('bits of quantities equal the split rules', async () => {
  const { rows } = await sql<{ differing: number }>`
    select count(*)::integer as differing
    from unnest(array['No Preferences', 'All Together', 'Avoid Leaving One Ticket', 'Sell In Multiples']) type,
      generate_series(-1, 12) free, unnest(array[null, 1, 2, 3, 5, 40]) "limit", unnest(array[null, 2, 3]) unit
    where allowed_quantity_bits(type, free, "limit", unit, null) <> (
      select coalesce(bit_or(1 << (q - 1)), 0) from unnest(split_rule_quantities(type, free, "limit", unit)) q)`.execute(
    market.db,
  )
  expect(rows).toEqual([{ differing: 0 }])
})
