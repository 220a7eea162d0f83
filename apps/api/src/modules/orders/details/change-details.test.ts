import { checkoutRoutes } from '@terrace/contracts/checkout'
import type { WireOrder } from '@terrace/contracts/order-shapes'
import { ordersRoutes } from '@terrace/contracts/orders'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { textOfPdf } from '#api/test/harness/text-of-pdf.ts'

/** The team's own reference and note on an order. `quote-public-data.test.ts` proves that clients never get them. */

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace({ config: { maxHeldTicketsPerTeam: 1000 } })
})
afterAll(() => market.close())

const change = (by: Caller, orderId: string, body: { reference?: string; internal_note?: string }) =>
  by.call(ordersRoutes.changeDetails, { params: { order_id: orderId }, body })

async function buyWith(buyer: Caller, details: object): Promise<WireOrder> {
  const hold = await market.hold(buyer, await market.list(), 2)
  const { data } = await buyer.call(checkoutRoutes.buy, { body: { ...purchaseBody([hold]), ...details } })
  if (!data.data.order) throw new Error(`purchase ended as ${data.data.status}`)
  return data.data.order
}

const found = async (buyer: Caller, search: string) =>
  (await buyer.call(ordersRoutes.list, { query: { search } })).data.data.map(({ id }) => id)

test('reference and note are set at checkout and can be changed and removed later', async () => {
  const buyer = await market.addBuyer()
  const order = await buyWith(buyer, { reference: ' PO 4711 ', internal_note: 'Call on Monday' })
  expect(order).toMatchObject({ reference: 'PO 4711', internal_note: 'Call on Monday' })
  const changed = await change(buyer, order.id, { reference: 'PO 4712', internal_note: '' })
  expect(changed.data.data).toMatchObject({ reference: 'PO 4712', internal_note: null })
  const read = await buyer.call(ordersRoutes.one, { params: { order_id: order.id } })
  expect(read.data.data).toMatchObject({ reference: 'PO 4712', internal_note: null })
  expect((await change(buyer, order.id, {})).data.data.reference).toBeNull()
})

test('the history shows who changed client, reference and note, with old and new values', async () => {
  const buyer = await market.addBuyer()
  const order = await buyWith(buyer, { reference: 'PO 4711' })
  const params = { order_id: order.id }
  const changes = async () => (await buyer.call(ordersRoutes.one, { params })).data.data.changes
  expect(await changes()).toEqual([])
  await change(buyer, order.id, { reference: 'PO 4712', internal_note: 'Pays late' })
  // Saving without a change adds nothing.
  await change(buyer, order.id, { reference: 'PO 4712', internal_note: 'Pays late' })
  await buyer.call(ordersRoutes.changeDetails, { params, body: { client_name: 'Ada Wong' } })
  expect((await changes()).map(({ field, from, to }) => [field, from, to])).toEqual([
    ['reference', 'PO 4711', 'PO 4712'],
    ['internal_note', null, 'Pays late'],
    ['client', null, 'Ada Wong'],
    ['reference', 'PO 4712', null],
    ['internal_note', 'Pays late', null],
  ])
  const [first] = await changes()
  expect(first?.actor_name).toMatch(/^\S+ \S+/)
})

test('a change of what a colleague changed since is refused with the current text; the same text, or another field, is saved', async () => {
  const buyer = await market.addBuyer()
  const { id } = await buyWith(buyer, { reference: 'PO 4711', client_name: 'Ada Wong' })
  const save = (body: object) => buyer.call(ordersRoutes.changeDetails, { params: { order_id: id }, body })
  await save({ reference: 'PO 4712', client_name: 'Grace', expected: {} })
  const late = await save({
    reference: 'PO 4713',
    client_name: 'Alan',
    expected: { reference: 'PO 4711', client: 'Ada Wong' },
  })
  expect([late.status, late.error.code]).toEqual([409, 'details.changed'])
  expect(late.error.errors['current']).toEqual({ reference: 'PO 4712', client: 'Grace' })
  // The same text as the colleague's is no conflict, and a field that is not sent stays.
  const same = await save({ reference: 'PO 4712', expected: { reference: 'PO 4711' } })
  expect(same.data.data).toMatchObject({ reference: 'PO 4712', client: { name: 'Grace' } })
  const note = await save({ internal_note: 'Pays late', expected: { internal_note: null } })
  expect(note.data.data).toMatchObject({ reference: 'PO 4712', internal_note: 'Pays late' })
})

test('purchases are found by their current reference', async () => {
  const buyer = await market.addBuyer()
  const order = await buyWith(buyer, { reference: 'Harbour/77-Q' })
  await buyOrder(market, { buyer })
  expect(await found(buyer, 'harbour/77')).toEqual([order.id])
  await change(buyer, order.id, { reference: 'Quay-12' })
  expect(await found(buyer, 'harbour/77')).toEqual([])
  expect(await found(buyer, 'quay-12')).toEqual([order.id])
})

test('purchases are found by their current note, ignoring case and accents', async () => {
  const buyer = await market.addBuyer()
  const order = await buyWith(buyer, { internal_note: 'Prefers the Tribüne\nPays late' })
  await buyOrder(market, { buyer })
  expect(await found(buyer, 'late TRIBUNE')).toEqual([order.id])
  await change(buyer, order.id, { internal_note: 'Moved to the terrace side' })
  expect(await found(buyer, 'tribune')).toEqual([])
  expect(await found(buyer, 'terrace side')).toEqual([order.id])
  await change(buyer, order.id, {})
  expect(await found(buyer, 'terrace side')).toEqual([])
})

test('orders from before notes were searched are found by them after the migration', async () => {
  const buyer = await market.addBuyer()
  const order = await buyWith(buyer, { internal_note: 'Prefers the TRIBÜNE' })
  await sql`update orders set search_text = ${order.number} where id = ${order.id}`.execute(market.db)
  expect(await found(buyer, 'tribune')).toEqual([])
  const migration = await readFile(
    new URL('../../../db/migrations/0013-searchable-notes.sql', import.meta.url),
  )
  await sql.raw(migration.toString()).execute(market.db)
  expect(await found(buyer, 'tribune')).toEqual([order.id])
})

test('the reference is printed on both PDFs, the note on neither; the CSV has both', async () => {
  const buyer = await market.addBuyer()
  const order = await buyWith(buyer, { reference: 'PO 4711', internal_note: '=Zymurgist pays late' })
  for (const kind of ['invoice', 'summary'] as const) {
    const { data } = await buyer.call(ordersRoutes[kind], { params: { order_id: order.id } })
    const text = await textOfPdf(Buffer.from(data.data.base64, 'base64'))
    expect(text).toContain('PO 4711')
    expect(text).not.toContain('Zymurgist')
  }
  const { csv } = (await buyer.call(ordersRoutes.export, { query: {} })).data.data
  const [head = '', row = ''] = csv.split('\r\n')
  expect(head).toContain('Client,Your reference,Internal note')
  // No cell can start a formula.
  expect(row).toMatch(/,PO 4711,"?'=Zymurgist pays late"?$/)
})

test('invalid texts are a 422 that names the field, and another team’s order is not found', async () => {
  const { buyer, order } = await buyOrder(market)
  const tooLong = await change(buyer, order.id, { reference: 'x'.repeat(61) })
  expect([tooLong.status, Object.keys(Object(tooLong.error.errors['fields']))]).toEqual([422, ['reference']])
  const other = await market.addBuyer()
  expect((await change(other, order.id, { reference: 'Mine' })).status).toBe(404)
})
