import { ordersRoutes } from '@terrace/contracts/orders'
import { ticketsRoutes } from '@terrace/contracts/tickets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyOrder } from '../../../test/bought-order.ts'
import { buildMarket, type Market } from '../../../test/build-market.ts'
import type { Caller } from '../../../test/build-test-app.ts'
import { passFile, pdfFile } from '../../../test/ticket-files.ts'
import { withTransaction } from '../../../test/with-transaction.ts'
import { deliverTickets, type DeliverTickets } from './deliver-tickets.ts'

let market: Market
beforeAll(async () => {
  market = await buildMarket({ config: { holdCap: 1000 } })
})
afterAll(() => market.close())

const deliver = (request: Omit<DeliverTickets, 'actor'>) =>
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

test('[X-ORDER-02][X-ORDER-03][X-ORDER-08] a file for each ticket fulfils the line, and who did it is on record', async () => {
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
    { from: null, to: 'Confirmed', at: expect.any(String), who: 'Jo Marsh', why: 'Paid' },
    { from: 'Confirmed', to: 'Fullfilled', at: expect.any(String), who: 'Terrace', why: 'Delivered' },
  ])
  expect(await topicsOf(order.id)).toEqual(['order.placed', 'order.line_fulfilled'])
})

test('[X-ORDER-08] one ticket after the other: the line stays confirmed until the last has come', async () => {
  const { buyer, order, line } = await buyOrder(market)
  await expect(deliver({ lineId: line.id, delivery: files(pdfFile()), ticket: 2 })).resolves.toEqual({
    isFulfilled: false,
    delivered: 1,
    quantity: 2,
  })
  const half = await lineOf(buyer, order.id)
  expect(half.line).toMatchObject({ status: 'Confirmed', tickets: [{ ticket: 2 }] })
  await expect(deliver({ lineId: line.id, delivery: files(pdfFile()), ticket: 2 })).rejects.toMatchObject({
    code: 'ticket.delivered_already',
  })
  await deliver({ lineId: line.id, delivery: files(pdfFile()), ticket: 1 })
  expect((await lineOf(buyer, order.id)).line.status).toBe('Fullfilled')
  expect(await topicsOf(order.id)).toEqual(['order.placed', 'order.tickets_added', 'order.line_fulfilled'])
})

test.each([
  [
    { kind: 'mobile_link' as const, url: 'https://tickets.example/t/9' },
    { url: 'https://tickets.example/t/9' },
  ],
  [{ kind: 'transfer' as const, reference: ' TR-77 ' }, { reference: 'TR-77' }],
  [{ kind: 'tracking' as const, reference: 'RM 123' }, { reference: 'RM 123' }],
  [files(pdfFile('both')), { name: 'ticket-1.pdf' }],
])('[X-ORDER-08] one $kind serves the whole line', async (delivery, shown) => {
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
])('bad %s is refused by its name and changes nothing', async (field, delivery) => {
  const { buyer, order, line } = await buyOrder(market)
  await expect(deliver({ lineId: line.id, delivery })).rejects.toMatchObject({
    code: 'input.invalid',
    details: { fields: { [field]: [expect.any(String)] } },
  })
  expect((await lineOf(buyer, order.id)).line).toMatchObject({ status: 'Confirmed', tickets: [] })
})

test('a line is delivered once, and one that does not exist never', async () => {
  const { line } = await buyOrder(market)
  await deliver({ lineId: line.id, delivery: files(pdfFile()) })
  await expect(deliver({ lineId: line.id, delivery: files(pdfFile()) })).rejects.toMatchObject({
    code: 'order.line_fulfilled',
  })
  await expect(deliver({ lineId: 'oln_never', delivery: files(pdfFile()) })).rejects.toMatchObject({
    code: 'order.line_not_found',
  })
})

test('the name of a file leads nowhere, whatever a seller calls it', async () => {
  const { buyer, order, line } = await buyOrder(market)
  const bytes = pdfFile()
  await deliver({
    lineId: line.id,
    delivery: { kind: 'files', files: [{ name: '../../etc/pass"wd\n\u202E.pdf', bytes }] },
  })
  expect((await lineOf(buyer, order.id)).line.tickets[0]?.name).toBe('pass_wd_.pdf')
})

test('[X-ORDER-08] tickets stand with their files although the answer to their commit was lost', async () => {
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
