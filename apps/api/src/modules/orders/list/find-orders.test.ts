import { clientsRoutes } from '@terrace/contracts/clients'
import { ordersRoutes, type orderSortKeys } from '@terrace/contracts/orders'
import type { QueryInputOf } from '@terrace/contracts/route'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { addEvent, addTeam } from '#api/test/fixtures/factories.ts'
import { cancelLines } from '../refunds/cancel-lines.ts'
import { deliverTickets } from '../tickets/deliver-tickets.ts'

let market: Marketplace
let buyer: Caller
/** Order ids by distinguishing feature. */
const ids: Record<'block' | 'accents' | 'delivered' | 'cancelled', string> = {
  block: '',
  accents: '',
  delivered: '',
  cancelled: '',
}
const numbers = new Map<string, string>()

beforeAll(async () => {
  market = await buildMarketplace({ config: { maxHeldTicketsPerTeam: 1000 } })
  buyer = await market.addBuyer()
  const actor = 'operator:anna'
  const buy = async (
    name: keyof typeof ids,
    listing: Parameters<Marketplace['list']>[0],
    placedAt: string,
  ) => {
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
  await buy('block', { section: 'Block Kop', row: '7' }, '2026-11-01T00:00:00Z')
  await buy('accents', { eventId: later, section: 'Terrace West' }, '2026-11-02T23:59:59.999Z')
  const delivered = await buy('delivered', { section: 'Block 26' }, '2026-11-03T12:00:00Z')
  const cancelled = await buy('cancelled', { section: 'Block 27' }, '2026-11-04T12:00:00Z')
  await deliverTickets(market.deps, {
    lineId: delivered,
    delivery: { kind: 'transfer', reference: 'TR-1' },
    actor,
  })
  await cancelLines(market.deps, {
    target: { lineId: cancelled },
    actor,
    reason: '=cmd|calc',
    relist: false,
  })
})
afterAll(() => market.close())

async function find(query: QueryInputOf<typeof ordersRoutes.list>): Promise<string[]> {
  const { data } = await buyer.call(ordersRoutes.list, { query })
  expect(data.meta.total).toBe(data.data.length)
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]))
  return data.data.map(({ id }) => names.get(id) ?? id)
}

test('[X-PROFILE-03] search finds number, event, venue and section, ignoring case and accents', async () => {
  expect(await find({})).toEqual(['cancelled', 'delivered', 'accents', 'block'])
  expect(await find({ search: numbers.get(ids.accents) })).toEqual(['accents'])
  expect(await find({ search: 'block kop' })).toEqual(['block'])
  expect(await find({ search: 'BLOCK' })).toEqual(['cancelled', 'delivered', 'block'])
  expect(await find({ search: 'sao  paulo terrace' })).toEqual(['accents'])
  expect(await find({ search: 'SÃO' })).toEqual(['accents'])
  expect(await find({ search: 'nowhere' })).toEqual([])
  expect(await find({ search: `block ${numbers.get(ids.delivered)}` })).toEqual(['delivered'])
  expect(await find({ search: `terrace ${numbers.get(ids.delivered)}` })).toEqual([])
  expect(await find({ search: '   ' })).toHaveLength(4)
})

test('search treats wildcard characters literally', async () => {
  expect(await find({ search: '100%' })).toEqual(['accents'])
  expect(await find({ search: '%' })).toEqual(['accents'])
  expect(await find({ search: '_' })).toEqual(['accents'])
  expect(await find({ search: String.raw`\ ' ; drop` })).toEqual([])
})

test('[X-PROFILE-03] the status filter finds orders with that status', async () => {
  expect(await find({ status: 'Confirmed' })).toEqual(['accents', 'block'])
  expect(await find({ status: 'Fullfilled' })).toEqual(['delivered'])
  expect(await find({ status: 'Cancelled' })).toEqual(['cancelled'])
})

test('[X-PROFILE-03] date filters for purchase and event include both ends', async () => {
  expect(await find({ placed_from: '2026-11-02', placed_to: '2026-11-02' })).toEqual(['accents'])
  expect(await find({ placed_to: '2026-11-01' })).toEqual(['block'])
  expect(await find({ placed_from: '2026-11-04' })).toEqual(['cancelled'])
  expect(await find({ event_from: '2031-06-30', event_to: '2031-06-30' })).toEqual(['accents'])
  expect(await find({ event_from: '2031-07-01' })).toEqual([])
  expect(await find({ event_to: '2031-06-29', status: 'Confirmed', search: 'block' })).toEqual(['block'])
})

test('[X-PROFILE-03] an order with several events matches each event day and no day between', async () => {
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

test('[X-PROFILE-03] every page reports the filtered total, even past the last page', async () => {
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
])('an invalid %s is rejected with the field name', async (field, query) => {
  const { app } = market
  const response = await app.inject({
    url: `/api/trade/orders?${new URLSearchParams(query).toString()}`,
    headers: { authorization: `Bearer ${buyer.token}` },
  })
  expect(response.statusCode).toBe(422)
  expect(Object.keys(response.json().errors.fields)).toEqual([field])
})

test('[X-ROLE-04] filters never return another team’s orders', async () => {
  const otherTeam = await market.addBuyer()
  const { data } = await otherTeam.call(ordersRoutes.list, { query: { search: 'block' } })
  expect(data.meta.total).toBe(0)
  const exported = await otherTeam.call(ordersRoutes.export, { query: {} })
  expect(exported.data.data.csv.trim().split('\r\n')).toHaveLength(1)
})

test('[X-PROFILE-03] the filter also applies to the export, whose rows add up to the order', async () => {
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
  const [headerRow = '', ...rows] = data.data.csv.trimEnd().split('\r\n')
  expect(headerRow.startsWith('\uFEFFOrder,Placed (UTC),Status,Event,')).toBe(true)
  expect(rows).toHaveLength(2)
  const text = rows.join('\n')
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  expect(text).toContain(`"'+1 ""A"", row"`)
  expect(text).toContain(`"'@home"`)
  // Counted from the end, because a place may contain a comma.
  const columns = headerRow.split(',')
  const place = columns.indexOf('Total') - columns.length
  const totals = rows.map((row) => Math.round(Number(row.split(',').at(place)) * 100))
  expect(totals.reduce((sum, minor) => sum + minor, 0)).toBe(Math.round(Number(order.total.amount) * 100))
})

test('orders sort by any column of the list; equal ones stay newest first', async () => {
  const sorted = (order_by: (typeof orderSortKeys)[number], sort_order: 'asc' | 'desc') =>
    find({ order_by, sort_order })
  expect(await sorted('placed', 'asc')).toEqual(['block', 'accents', 'delivered', 'cancelled'])
  expect((await sorted('event_date', 'desc'))[0]).toBe('accents')
  expect(await sorted('status', 'asc')).toEqual(['cancelled', 'accents', 'block', 'delivered'])
  for (const by of ['tickets', 'total'] as const) {
    expect(await sorted(by, 'asc')).toEqual(['cancelled', 'delivered', 'accents', 'block'])
  }
})

test('orders sort by their outstanding delivery; those without one come last in both directions', async () => {
  const byDeadline = async (sort_order: 'asc' | 'desc') => {
    const { data } = await buyer.call(ordersRoutes.list, { query: { order_by: 'deadline', sort_order } })
    return data.data.map(({ id, lines }) => ({ id, due: lines[0]?.delivery.expected_by ?? '' }))
  }
  const [ascending, descending] = [await byDeadline('asc'), await byDeadline('desc')]
  const outstanding = new Set([ids.block, ids.accents])
  const dues = ascending.slice(0, 2).map(({ due }) => due)
  expect(new Set(ascending.slice(0, 2).map(({ id }) => id))).toEqual(outstanding)
  expect(dues).toEqual(dues.toSorted())
  expect(new Set(descending.slice(0, 2).map(({ id }) => id))).toEqual(outstanding)
  expect(ascending.slice(2).map(({ id }) => id)).toEqual([ids.cancelled, ids.delivered])
  expect(descending.slice(2).map(({ id }) => id)).toEqual([ids.cancelled, ids.delivered])
})

test('a sorted list keeps its filters', async () => {
  const sorted = { order_by: 'placed', sort_order: 'asc' } as const
  expect(await find({ ...sorted, search: 'BLOCK' })).toEqual(['block', 'delivered', 'cancelled'])
  expect(await find({ ...sorted, search: `block ${numbers.get(ids.delivered)}` })).toEqual(['delivered'])
  expect(await find({ ...sorted, status: 'Confirmed', event_to: '2031-06-29' })).toEqual(['block'])
})

test('a sorted list is paged without gaps, and an unknown sort is rejected with its field', async () => {
  const page = async (number: number) => {
    const query = { order_by: 'deadline', sort_order: 'asc', page: number, per_page: 3 } as const
    return (await buyer.call(ordersRoutes.list, { query })).data
  }
  const [first, second] = [await page(1), await page(2)]
  expect([first.meta.total, second.meta.last_page]).toEqual([4, 2])
  expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(4)
  for (const [field, query] of [
    ['order_by', { order_by: 'seats' as 'total' }],
    ['sort_order', { sort_order: 'up' as 'asc' }],
  ] as const) {
    const rejected = await buyer.call(ordersRoutes.list, { query })
    expect([rejected.status, Object.keys(Object(rejected.error.errors).fields)]).toEqual([422, [field]])
  }
})

test('the deadline filter finds late orders, and those due within two days or a week', async () => {
  const { buyer: other, order: late } = await buyOrder(market, {})
  const inHandOf = (orderId: string, day: string) =>
    sql`update order_lines set snapshot = snapshot || jsonb_build_object('inHandDate', ${day}::text)
      where order_id = ${orderId}`.execute(market.db)
  const now = market.deps.clock.now()
  const dayAfter = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const orders = [late]
  for (let count = 0; count < 3; count++) orders.push((await buyOrder(market, { buyer: other })).order)
  const [, soon, week, far] = orders
  await sql`update orders set placed_at = ${new Date(now.getTime() - 9 * 86_400_000)}
    where team_id = ${other.teamId}`.execute(market.db)
  await inHandOf(late.id, dayAfter(-8))
  await inHandOf(soon?.id ?? '', dayAfter(-1))
  await inHandOf(week?.id ?? '', dayAfter(3))
  await inHandOf(far?.id ?? '', dayAfter(40))
  const found = async (query: QueryInputOf<typeof ordersRoutes.list>) => {
    const { data } = await other.call(ordersRoutes.list, { query })
    expect(data.meta.total).toBe(data.data.length)
    return data.data.map(({ id }) => id)
  }
  expect(await found({ deadline: 'late' })).toEqual([late.id])
  expect(await found({ deadline: 'two_days' })).toEqual([soon?.id])
  expect(await found({ deadline: 'week', order_by: 'deadline', sort_order: 'asc' })).toEqual([
    soon?.id,
    week?.id,
  ])
  expect(await found({ deadline: 'late', search: 'nowhere' })).toEqual([])
  const { data: page } = await other.call(ordersRoutes.list, {
    query: { deadline: 'week', per_page: 1, page: 2, order_by: 'tickets', sort_order: 'asc' },
  })
  expect(page.data).toHaveLength(1)
  expect(page.meta.total).toBe(2)
})

test('the client filter finds orders for the client and from the client’s quotes', async () => {
  const other = await market.addBuyer()
  const { data: client } = (await other.call(clientsRoutes.create, { body: { name: 'Harlow Travel' } })).data
  const { order } = await buyOrder(market, { buyer: other })
  await buyOrder(market, { buyer: other })
  await other.call(ordersRoutes.changeDetails, {
    params: { order_id: order.id },
    body: { client_id: client.id },
  })
  const { data } = await other.call(ordersRoutes.list, { query: { client_id: client.id } })
  expect(data.data.map(({ id }) => id)).toEqual([order.id])
  expect(data.meta.total).toBe(1)
  const rejected = await buyer.call(ordersRoutes.list, { query: { client_id: client.id } })
  expect([rejected.status, rejected.error.code]).toEqual([422, 'client.unknown'])
})
