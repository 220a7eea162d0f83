import type { WireOrder } from '@terrace/contracts/order-shapes'
import { ordersRoutes } from '@terrace/contracts/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { InvoiceIssuer } from '#api/config/invoicing.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { textOfPdf } from '#api/test/harness/text-of-pdf.ts'
import { includedTax } from './invoice.ts'
import { insertInvoices } from './invoices.repo.ts'
import { ensureInvoice } from './issue-invoices.ts'

const issuer: InvoiceIssuer = {
  name: 'Terrace Tickets Ltd',
  address: '1 Harbour Street, London E1 6AN',
  taxNumber: 'GB 123 4567 89',
  taxLabel: 'VAT',
  taxBp: 2000,
  numberPrefix: 'TT-',
}
let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace({ config: { maxHeldTicketsPerTeam: 1000, invoiceIssuer: issuer } })
})
afterAll(() => market.close())
beforeEach(async () => {
  await market.deps.outbox.drain()
  await sql`delete from invoices`.execute(market.db)
})

const numbers = async (name = issuer.name) => {
  const { rows } = await sql<{ number: number; order_id: string }>`
    select number::int, order_id from invoices where issuer = ${name} order by number`.execute(market.db)
  return rows
}

async function invoiceText(buyer: Caller, { id }: WireOrder): Promise<string> {
  const { data } = await buyer.call(ordersRoutes.invoice, { params: { order_id: id } })
  return await textOfPdf(Buffer.from(data.data.base64, 'base64'))
}

test('each order gets the next number soon after it is placed, once', async () => {
  const orders = [await buyOrder(market), await buyOrder(market), await buyOrder(market)]
  await market.deps.outbox.drain()
  await expect.poll(async () => (await numbers()).length).toBe(3)
  for (const { buyer, order } of orders) await invoiceText(buyer, order)
  expect(await numbers()).toEqual(
    orders.map(({ order }, index) => ({ number: index + 1, order_id: order.id })),
  )
})

test('many at once leave no gap and no duplicate', async () => {
  const orders = await Promise.all(Array.from({ length: 8 }, () => buyOrder(market)))
  const ids = orders.map(({ order }) => order.id)
  await Promise.all([...ids, ...ids].map((id) => ensureInvoice(market.db, id, issuer)))
  expect((await numbers()).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('a number of a process that dies before it commits is given to the next invoice', async () => {
  const [first, second] = [await buyOrder(market), await buyOrder(market)]
  await market.deps.outbox.drain()
  await sql`delete from invoices`.execute(market.db)
  const killed = inTransaction(market.db, async (tx) => {
    await insertInvoices(tx, [first.order.id], issuer)
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  await ensureInvoice(market.db, second.order.id, issuer)
  expect(await numbers()).toEqual([{ number: 1, order_id: second.order.id }])
})

test('each issuer has numbers of its own, and an issued invoice keeps its issuer', async () => {
  const other = { ...issuer, name: 'Terrace GmbH', numberPrefix: 'DE-', taxLabel: 'USt.' }
  const { order } = await buyOrder(market)
  await market.deps.outbox.drain()
  await sql`delete from invoices`.execute(market.db)
  expect((await ensureInvoice(market.db, order.id, other)).number).toBe('DE-1')
  expect(await ensureInvoice(market.db, order.id, issuer)).toMatchObject({ number: 'DE-1', issuer: other })
  expect(await numbers()).toEqual([])
})

test('[X-ORDER-10] the invoice names the issuer with address, tax number, number and the tax in the fee', async () => {
  const { buyer, order } = await buyOrder(market, {
    lines: [{ quantity: 2, listing: { priceMinor: 12_000 } }],
  })
  const text = await invoiceText(buyer, order)
  expect(text).toMatch(/^Invoice TT-\d+$/m)
  expect(text).toContain(
    'Issued by\nTerrace Tickets Ltd\nAddress\n1 Harbour Street, London E1 6AN\nTax number\nGB 123 4567 89\n',
  )
  expect(order.total_service_fee.amount).toBe('12.00')
  expect(text).toContain('Of which VAT, 20 % included in the fee\n£2.00')
})

test('without a tax, or in another currency, the included tax is exact', () => {
  expect(includedTax({ minor: 1200, currency: 'GBP' }, { ...issuer, taxBp: 0 })).toBeUndefined()
  expect(includedTax({ minor: 119, currency: 'EUR' }, { ...issuer, taxBp: 1900 })).toEqual({
    minor: 19,
    currency: 'EUR',
  })
  expect(includedTax({ minor: 0, currency: 'EUR' }, issuer)).toEqual({ minor: 0, currency: 'EUR' })
})
