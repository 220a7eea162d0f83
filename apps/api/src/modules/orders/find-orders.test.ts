import { ordersRoutes } from '@terrace/contracts/orders'
import type { QueryInputOf } from '@terrace/contracts/route'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyOrder } from '../../test/bought-order.ts'
import { buildMarket, type Market } from '../../test/build-market.ts'
import type { Caller } from '../../test/build-test-app.ts'
import { addEvent, addTeam } from '../../test/factories.ts'
import { cancelLines } from './refunds/cancel-lines.ts'
import { deliverTickets } from './tickets/deliver-tickets.ts'

let market: Market
let buyer: Caller
/** Ids of four orders, by what is particular about them. */
const ids: Record<'block' | 'accents' | 'delivered' | 'cancelled', string> = {
  block: '',
  accents: '',
  delivered: '',
  cancelled: '',
}
const numbers = new Map<string, string>()

beforeAll(async () => {
  market = await buildMarket({ config: { holdCap: 1000 } })
  buyer = await market.addBuyer()
  const actor = 'operator:anna'
  const buy = async (name: keyof typeof ids, listing: Parameters<Market['list']>[0], placedAt: string) => {
    const { order, line } = await buyOrder(market, { buyer, lines: [{ listing }] })
    ids[name] = order.id
    numbers.set(order.id, order.number)
    await sql`update orders set placed_at = ${placedAt} where id = ${order.id}`.execute(market.db)
    return line.id
  }
  const later = await addEvent(market.db, {
    venueId: market.venueId,
    title: 'São Paulo: 100% Samba_Night',
    localAt: '2031-06-30T23:30',
  })
  await buy('block', { section: 'Block 25', row: '7' }, '2026-11-01T00:00:00Z')
  await buy('accents', { eventId: later, section: 'Terrace West' }, '2026-11-02T23:59:59.999Z')
  const delivered = await buy('delivered', { section: 'Block 26' }, '2026-11-03T12:00:00Z')
  const cancelled = await buy('cancelled', { section: 'Block 27' }, '2026-11-04T12:00:00Z')
  await deliverTickets(market.deps, {
    lineId: delivered,
    delivery: { kind: 'transfer', reference: 'TR-1' },
    actor,
  })
  await cancelLines(market.deps, {
    which: { lineId: cancelled },
    actor,
    reason: '=cmd|calc',
    isBackOnSale: false,
  })
})
afterAll(() => market.close())

async function find(query: QueryInputOf<typeof ordersRoutes.list>): Promise<string[]> {
  const { data } = await buyer.call(ordersRoutes.list, { query })
  expect(data.meta.total).toBe(data.data.length)
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]))
  return data.data.map(({ id }) => names.get(id) ?? id)
}

test('[X-PROFILE-03] a search finds orders by number, event, venue and section, whatever the case and accents', async () => {
  expect(await find({})).toEqual(['cancelled', 'delivered', 'accents', 'block'])
  expect(await find({ search: numbers.get(ids.accents) })).toEqual(['accents'])
  expect(await find({ search: 'block 25' })).toEqual(['block'])
  expect(await find({ search: 'BLOCK' })).toEqual(['cancelled', 'delivered', 'block'])
  expect(await find({ search: 'sao  paulo terrace' })).toEqual(['accents'])
  expect(await find({ search: 'SÃO' })).toEqual(['accents'])
  expect(await find({ search: 'nowhere' })).toEqual([])
  expect(await find({ search: `block ${numbers.get(ids.delivered)}` })).toEqual(['delivered'])
  expect(await find({ search: `terrace ${numbers.get(ids.delivered)}` })).toEqual([])
  expect(await find({ search: '   ' })).toHaveLength(4)
})

test('a search means its signs as they are', async () => {
  expect(await find({ search: '100%' })).toEqual(['accents'])
  expect(await find({ search: '%' })).toEqual(['accents'])
  expect(await find({ search: '_' })).toEqual(['accents'])
  expect(await find({ search: String.raw`\ ' ; drop` })).toEqual([])
})

test('[X-PROFILE-03] a status finds the orders that stand so', async () => {
  expect(await find({ status: 'Confirmed' })).toEqual(['accents', 'block'])
  expect(await find({ status: 'Fullfilled' })).toEqual(['delivered'])
  expect(await find({ status: 'Cancelled' })).toEqual(['cancelled'])
})

test('[X-PROFILE-03] days of the purchase and of the event narrow the list, both ends included', async () => {
  expect(await find({ placed_from: '2026-11-02', placed_to: '2026-11-02' })).toEqual(['accents'])
  expect(await find({ placed_to: '2026-11-01' })).toEqual(['block'])
  expect(await find({ placed_from: '2026-11-04' })).toEqual(['cancelled'])
  expect(await find({ event_from: '2031-06-30', event_to: '2031-06-30' })).toEqual(['accents'])
  expect(await find({ event_from: '2031-07-01' })).toEqual([])
  expect(await find({ event_to: '2031-06-29', status: 'Confirmed', search: 'block' })).toEqual(['block'])
})

test('[X-PROFILE-03] an order for several events is found by the day of each, and by no day between', async () => {
  const [first, last] = await Promise.all(
    ['2032-02-01T15:00', '2032-02-20T15:00'].map((localAt, index) =>
      addEvent(market.db, { venueId: market.venueId, title: `Part ${index + 1}`, localAt }),
    ),
  )
  const { buyer: other, order } = await buyOrder(market, {
    lines: [{ listing: { eventId: last } }, { listing: { eventId: first } }],
  })
  const found = async (query: QueryInputOf<typeof ordersRoutes.list>) => {
    const { data } = await other.call(ordersRoutes.list, { query })
    expect(data.meta.total).toBe(data.data.length)
    return data.data.map(({ id }) => id)
  }
  expect(await found({ event_from: '2032-02-01', event_to: '2032-02-02' })).toEqual([order.id])
  expect(await found({ event_from: '2032-02-20', event_to: '2032-02-20' })).toEqual([order.id])
  expect(await found({ event_to: '2032-02-01', search: 'part 2' })).toEqual([order.id])
  expect(await found({ event_from: '2032-02-02', event_to: '2032-02-19' })).toEqual([])
})

test('[X-PROFILE-03] every page says how many there are, however they are narrowed, and so does one past the last', async () => {
  for (const [query, names] of [
    [{}, ['cancelled', 'delivered', 'accents', 'block']],
    [{ search: 'block' }, ['cancelled', 'delivered', 'block']],
    [{ event_to: '2099-12-31' }, ['cancelled', 'delivered', 'accents', 'block']],
  ] as const) {
    const found: string[] = []
    for (const page of [1, 2, 3]) {
      const { data } = await buyer.call(ordersRoutes.list, { query: { ...query, page, per_page: 2 } })
      expect(data.meta).toMatchObject({ total: names.length, last_page: 2 })
      found.push(...data.data.map(({ id }) => id))
    }
    expect(found).toEqual(names.map((name) => ids[name]))
  }
})

test.each([
  ['status', { status: 'Fulfilled' }],
  ['placed_from', { placed_from: '01-11-2026' }],
  ['placed_to', { placed_from: '2026-11-02', placed_to: '2026-11-01' }],
  ['event_to', { event_from: '2026-11-02', event_to: '2026-11-01' }],
  ['event_from', { event_from: '2026-02-30' }],
  ['placed_from', { placed_from: '0000-01-01' }],
  ['event_to', { event_to: '0000-12-31' }],
  ['search', { search: 'x'.repeat(101) }],
  ['page', { page: '0' }],
])('a wrong %s is refused by its name', async (field, query) => {
  const { app } = market
  const answer = await app.inject({
    url: `/api/trade/orders?${new URLSearchParams(query).toString()}`,
    headers: { authorization: `Bearer ${buyer.token}` },
  })
  expect(answer.statusCode).toBe(422)
  expect(Object.keys(answer.json().errors.fields)).toEqual([field])
})

test('[X-ROLE-04] however it is narrowed, another team finds none of it', async () => {
  const stranger = await market.addBuyer()
  const { data } = await stranger.call(ordersRoutes.list, { query: { search: 'block' } })
  expect(data.meta.total).toBe(0)
  const exported = await stranger.call(ordersRoutes.export, { query: {} })
  expect(exported.data.data.csv.trim().split('\r\n')).toHaveLength(1)
})

test('[X-PROFILE-03] the same filter exports a row for each line, with figures that add up to the order', async () => {
  const team = await addTeam(market.db, { name: '=HYPERLINK("http://evil.example")' })
  const { buyer: other, order } = await buyOrder(market, {
    lines: [
      { quantity: 2, listing: { section: '+1 "A", row', sellerTeamId: team } },
      { quantity: 1, listing: { section: '@home' } },
    ],
  })
  await buyOrder(market, { buyer: other })
  const { data } = await other.call(ordersRoutes.export, { query: { search: order.number } })
  expect(data.data.filename).toBe('purchases.csv')
  const [heads = '', ...rows] = data.data.csv.trimEnd().split('\r\n')
  expect(heads.startsWith('\uFEFFOrder,Placed (UTC),Status,Event,')).toBe(true)
  expect(rows).toHaveLength(2)
  const text = rows.join('\n')
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  expect(text).toContain(`"'+1 ""A"", row"`)
  expect(text).toContain(`"'@home"`)
  // From the end: a place may have a comma of its own.
  const columns = heads.split(',')
  const place = columns.indexOf('Total') - columns.length
  const totals = rows.map((row) => Math.round(Number(row.split(',').at(place)) * 100))
  expect(totals.reduce((sum, minor) => sum + minor, 0)).toBe(Math.round(Number(order.total.amount) * 100))
})
