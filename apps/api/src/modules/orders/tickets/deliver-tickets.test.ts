import { ordersRoutes } from '@terrace/contracts/orders'
import { ticketsRoutes } from '@terrace/contracts/tickets'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { passFile, pdfFile } from '#api/test/fixtures/ticket-files.ts'
import { withTransaction } from '#api/test/harness/with-transaction.ts'
import { deliverTickets, type DeliverTicketsInput } from './deliver-tickets.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace({ config: { maxHeldTicketsPerTeam: 1000 } })
})
afterAll(() => market.close())

const deliver = (request: Omit<DeliverTicketsInput, 'actor'>) =>
  deliverTickets(market.deps, { ...request, actor: 'operator:anna' })
const files = (...contents: Buffer[]) => ({
  kind: 'files' as const,
  files: contents.map((bytes, index) => ({ name: `ticket-${index + 1}.pdf`, bytes })),
})

async function lineOf(buyer: Caller, orderId: string) {
  const { data } = await buyer.call(ordersRoutes.one, { params: { order_id: orderId } })
  const [line] = data.data.lines
  if (!line) throw new Error('the order has no line')
  return { line, order: data.data }
}

async function topicsOf(orderId: string): Promise<string[]> {
  const rows = await market.db
    .selectFrom('outbox')
    .select('topic')
    .where('subject', '=', orderId)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.topic)
}

test('[X-ORDER-02][X-ORDER-03][X-ORDER-08] one file per ticket delivers the line and records the actor', async () => {
  const { buyer, order, line } = await buyOrder(market)
  expect(line.status).toBe('Confirmed')
  await deliver({ lineId: line.id, delivery: files(pdfFile('seat 1'), passFile()) })
  const after = await lineOf(buyer, order.id)
  expect(after.order.status).toBe('Fullfilled')
  expect(after.line.status).toBe('Fullfilled')
  expect(after.line.tickets).toMatchObject([
    { kind: 'file', ticket: 1, name: 'ticket-1.pdf', content_type: 'application/pdf', downloads: 0 },
    { kind: 'file', ticket: 2, content_type: 'application/vnd.apple.pkpass', size: passFile().length },
  ])
  expect(after.line.history).toEqual([
    { from: null, to: 'Confirmed', at: expect.any(String), actor_name: 'Jo Marsh', reason: 'Paid' },
    {
      from: 'Confirmed',
      to: 'Fullfilled',
      at: expect.any(String),
      actor_name: 'Terrace',
      reason: 'Delivered',
    },
  ])
  expect(await topicsOf(order.id)).toEqual(['order.placed', 'order.line_delivered'])
})

test('a file for one seat is linked to that seat; a file for all seats is linked to none', async () => {
  const filesOf = async (lineId: string) => {
    const { rows } = await sql<{ seat: number; file: string | null }>`
      select t.seat, k.file_name as file from listing_tickets t
      join order_lines line on line.listing_id = t.listing_id and line.hold_id = t.hold_id
      left join tickets k on k.id = t.file_id where line.id = ${lineId} order by t.ordinal`.execute(market.db)
    return rows.map(({ seat, file }) => [seat, file])
  }
  const listing = { seats: [3, 5, 7] }
  const { line } = await buyOrder(market, { lines: [{ quantity: 3, listing }] })
  await deliver({ lineId: line.id, delivery: files(pdfFile()), ticketNumber: 2 })
  expect(await filesOf(line.id)).toEqual([
    [3, null],
    [5, 'ticket-1.pdf'],
    [7, null],
  ])
  const all = await buyOrder(market, { lines: [{ quantity: 3, listing: { seats: [13, 15, 17] } }] })
  await deliver({ lineId: all.line.id, delivery: files(pdfFile('1'), pdfFile('2'), pdfFile('3')) })
  expect(await filesOf(all.line.id)).toEqual([
    [13, 'ticket-1.pdf'],
    [15, 'ticket-2.pdf'],
    [17, 'ticket-3.pdf'],
  ])
  const shared = await buyOrder(market, { lines: [{ quantity: 2, listing: { firstSeat: 21, quantity: 2 } }] })
  await deliver({ lineId: shared.line.id, delivery: files(pdfFile()) })
  expect(await filesOf(shared.line.id)).toEqual([
    [21, null],
    [22, null],
  ])
})

test('[X-ORDER-08] with single deliveries, the line stays confirmed until the last ticket', async () => {
  const { buyer, order, line } = await buyOrder(market)
  await expect(deliver({ lineId: line.id, delivery: files(pdfFile()), ticketNumber: 2 })).resolves.toEqual({
    isFullyDelivered: false,
    delivered: 1,
    quantity: 2,
  })
  const half = await lineOf(buyer, order.id)
  expect(half.line).toMatchObject({ status: 'Confirmed', tickets: [{ ticket: 2 }] })
  await expect(
    deliver({ lineId: line.id, delivery: files(pdfFile()), ticketNumber: 2 }),
  ).rejects.toMatchObject({
    code: 'ticket.already_delivered',
  })
  await deliver({ lineId: line.id, delivery: files(pdfFile()), ticketNumber: 1 })
  expect((await lineOf(buyer, order.id)).line.status).toBe('Fullfilled')
  expect(await topicsOf(order.id)).toEqual([
    'order.placed',
    'order.line_partially_delivered',
    'order.line_delivered',
  ])
})

test.each([
  [{ kind: 'mobile_link' as const, url: 'https://tickets.example/t/9' }, { site: 'tickets.example' }],
  [{ kind: 'transfer' as const, reference: ' TR-77 ' }, { reference: 'TR-77' }],
  [{ kind: 'tracking' as const, reference: 'RM 123' }, { reference: 'RM 123' }],
  [files(pdfFile('both')), { name: 'ticket-1.pdf' }],
])('[X-ORDER-08] one $kind covers the whole line', async (delivery, shown) => {
  const { buyer, order, line } = await buyOrder(market)
  await deliver({ lineId: line.id, delivery })
  const { line: after } = await lineOf(buyer, order.id)
  expect(after).toMatchObject({ status: 'Fullfilled', tickets: [{ ticket: null, ...shown }] })
})

test.each([
  ['files', files(pdfFile(), pdfFile(), pdfFile())],
  ['files', files(Buffer.from('<html>'))],
  ['link', { kind: 'mobile_link' as const, url: 'http://tickets.example/9' }],
  ['link', { kind: 'mobile_link' as const, url: 'javascript:alert(1)' }],
  ['link', { kind: 'mobile_link' as const, url: 'https://jo:secret@tickets.example/9' }],
  ['transfer', { kind: 'transfer' as const, reference: ' ' }],
])('invalid %s are rejected with the field name and change nothing', async (field, delivery) => {
  const { buyer, order, line } = await buyOrder(market)
  await expect(deliver({ lineId: line.id, delivery })).rejects.toMatchObject({
    code: 'input.invalid',
    details: { fields: { [field]: [expect.any(String)] } },
  })
  expect((await lineOf(buyer, order.id)).line).toMatchObject({ status: 'Confirmed', tickets: [] })
})

test('a line can’t be delivered twice, and an unknown line can’t be delivered', async () => {
  const { line } = await buyOrder(market)
  await deliver({ lineId: line.id, delivery: files(pdfFile()) })
  await expect(deliver({ lineId: line.id, delivery: files(pdfFile()) })).rejects.toMatchObject({
    code: 'order.line_already_delivered',
  })
  await expect(deliver({ lineId: 'oln_never', delivery: files(pdfFile()) })).rejects.toMatchObject({
    code: 'order.line_not_found',
  })
})

test('file names are stripped of paths and unsafe characters', async () => {
  const { buyer, order, line } = await buyOrder(market)
  const bytes = pdfFile()
  await deliver({
    lineId: line.id,
    delivery: { kind: 'files', files: [{ name: '../../etc/pass"wd\n\u202E.pdf', bytes }] },
  })
  expect((await lineOf(buyer, order.id)).line.tickets[0]?.name).toBe('pass_wd_.pdf')
})

test('[X-ORDER-08] tickets keep their files when the commit response was lost', async () => {
  const { buyer, order, line } = await buyOrder(market)
  const db = withTransaction(market.db, async (work) => {
    await market.db.transaction().execute(work)
    throw new Error('Connection terminated unexpectedly')
  })
  await expect(
    deliverTickets(
      { ...market.deps, db },
      { lineId: line.id, delivery: files(pdfFile('kept')), actor: 'operator:anna' },
    ),
  ).rejects.toThrow('terminated')
  const [ticket] = (await lineOf(buyer, order.id)).line.tickets
  const file = await buyer.call(ticketsRoutes.file, { params: { ticket_id: ticket?.id ?? '' } })
  expect(Buffer.from(file.data.data.base64, 'base64').equals(pdfFile('kept'))).toBe(true)
})
