import { checkoutRoutes } from '@terrace/contracts/checkout'
import type { WireOrder } from '@terrace/contracts/order-shapes'
import { ordersRoutes } from '@terrace/contracts/orders'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { formatMoney, money } from '@terrace/domain/money/money'
import { multipleSellersNotice } from '@terrace/domain/tickets/multiple-sellers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { addEvent } from '#api/test/fixtures/factories.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import { textOfPdf } from '#api/test/harness/text-of-pdf.ts'
import { reconcileAttempts } from '#api/modules/checkout/attempts/reconcile-attempts.ts'
import { cancelLines } from '../refunds/cancel-lines.ts'
import { processRefunds } from '../refunds/process-refunds.ts'
import { paymentsOf } from '#api/test/fakes/sandbox.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace({ config: { maxHeldTicketsPerTeam: 1000 } })
})
afterAll(() => market.close())

async function pdfText(kind: 'invoice' | 'summary', buyer: Caller, order: WireOrder) {
  const { data } = await buyer.call(ordersRoutes[kind], { params: { order_id: order.id } })
  const bytes = Buffer.from(data.data.base64, 'base64')
  expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')
  return { filename: data.data.filename, text: await textOfPdf(bytes) }
}

const shown = (amount: WireOrder['total']) => formatMoney(fromWireMoney(amount))

test('[X-ORDER-10] the invoice has number, sellers, fee, total, currency and card of the order', async () => {
  const { buyer, order } = await buyOrder(market, {
    lines: [
      { quantity: 2, listing: { priceMinor: 12_345 } },
      { quantity: 1, seller: 'Blue Door', listing: { priceMinor: 3_333 } },
    ],
  })
  const { filename, text } = await pdfText('invoice', buyer, order)
  expect(filename).toBe(`terrace-invoice-${order.number}.pdf`)
  expect(text).toMatch(/^Invoice \d+$/m)
  expect(text).toContain(`Order\n${order.number}\n`)
  expect(text).toContain('Sold by Kop Stock')
  expect(text).toContain('Sold by Blue Door')
  expect(text).toContain('Visa ending in 4242')
  expect(text).toContain('\nGBP')
  const lines = text.split('\n')
  const valueOf = (label: string) => {
    const place = lines.lastIndexOf(label)
    return [lines[place - 1], lines[place + 1]]
  }
  expect(valueOf('Tickets')).toContain(shown(order.total_tickets_price))
  expect(valueOf('Fee')).toContain(shown(order.total_service_fee))
  expect(valueOf('Total paid')).toContain(shown(order.total))
  for (const { price, service_fee, quantity } of order.lines)
    expect(text).toContain(
      `${quantity === 1 ? '1 ticket' : '2 tickets'} at ${shown(price)}, fee ${shown(service_fee)} per ticket`,
    )
  expect(text).not.toContain('Credit')
})

test('[X-ORDER-10] cancelled lines are credited on the invoice and reduce the total', async () => {
  const { buyer, order } = await buyOrder(market, { lines: [{ quantity: 2 }, { seller: 'Blue Door' }] })
  const [line] = order.lines
  await cancelLines(market.deps, {
    target: { lineId: line?.id ?? '' },
    actor: 'operator:anna',
    reason: 'The seller cannot deliver',
    relist: false,
  })
  expect((await pdfText('invoice', buyer, order)).text).toContain('refund pending')
  await processRefunds(market.deps)
  const { text } = await pdfText('invoice', buyer, order)
  const credit = fromWireMoney(line?.line_total ?? order.total)
  const rest = money(fromWireMoney(order.total).minor - credit.minor, 'GBP')
  expect(text).toContain('Cancelled: The seller cannot deliver')
  expect(text).toContain(`-${formatMoney(credit)}`)
  expect(text.replaceAll('\n', ' ')).toContain(
    `Credit: ${line?.event.title}, ${line?.category_name}, ${line?.section}, row ${line?.row}`,
  )
  expect(text).toContain('Total after credits')
  expect(text).toContain(formatMoney(rest))
})

test('[X-ORDER-10] the invoice of a reversed order says that nothing was charged', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 2)
  for (let lost = 0; lost < 3; lost += 1)
    market.deps.sandbox.faults.plan({ on: 'capture', kind: 'fail_before' })
  const { attempt_id } = (await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) })).data.data
  const [payment] = paymentsOf(market.deps.sandbox, attempt_id)
  await market.deps.gateway.cancelPayment({
    gatewayPaymentId: payment?.id ?? '',
    idempotencyKey: `${attempt_id}:bank`,
  })
  await reconcileAttempts(market.deps, { idleSeconds: 0 })
  const [order] = (await buyer.call(ordersRoutes.list)).data.data
  if (!order) throw new Error('no order was created')
  expect(order).toMatchObject({ status: 'Cancelled', refunds: [], total_refunded: order.total })
  for (const kind of ['invoice', 'summary'] as const) {
    const { text } = await pdfText(kind, buyer, order)
    expect(text).not.toMatch(/Total paid|Visa|capture_failed|pending/)
    expect(text).toContain('Nothing was charged')
    expect(text).toContain('Cancelled: The payment could not be completed')
    expect(text).toContain(`-${shown(order.total)}`)
    expect(text).toContain('£0.00')
  }
  const { csv } = (await buyer.call(ordersRoutes.export, { query: {} })).data.data
  expect(csv).toContain(`,${order.total.amount},GBP,${order.total.amount},Not charged,`)
})

test('[X-ORDER-11][CHECKOUT-01] the summary has expected delivery and the multiple-sellers notice', async () => {
  const { buyer, order } = await buyOrder(market, { lines: [{}, { seller: 'Blue Door' }] })
  const { filename, text } = await pdfText('summary', buyer, order)
  expect(filename).toBe(`terrace-order-${order.number}.pdf`)
  expect(text).toContain(`Order summary ${order.number}`)
  expect(text).toMatch(/Expected by \d\d \w{3} \d\d, \d\d:\d\d \(London time\) as E-ticket/)
  // Above the lines, so that it never ends up alone on a page.
  expect(text.replaceAll('\n', ' ').split('Sold by')[0]).toContain(multipleSellersNotice)
  const singleSellerOrder = await buyOrder(market)
  expect((await pdfText('summary', singleSellerOrder.buyer, singleSellerOrder.order)).text).not.toContain(
    'multiple sellers',
  )
})

test('names print in any script', async () => {
  const eventId = await addEvent(market.db, {
    venueId: market.venueId,
    title: 'Fenerbahçe – Динамо Київ – Ολυμπιακός',
  })
  const { buyer, order } = await buyOrder(market, { lines: [{ listing: { eventId, section: 'Łódź Süd' } }] })
  const { text } = await pdfText('invoice', buyer, order)
  expect(text).toContain('Fenerbahçe – Динамо Київ – Ολυμπιακός')
  expect(text).toContain('Łódź Süd')
})

test('[X-ORDER-10] long names wrap next to their label, and every page has the invoice’s number', async () => {
  const buyer = await market.addBuyer()
  const name =
    'Société Générale d’Événements et Hospitalités – Zürich, Łódź & Ñuñoa, Filiale für Großkunden und Reisen'
  await sql`update teams set name = ${name} where id = ${buyer.teamId}`.execute(market.db)
  const lines = Array.from({ length: 16 }, (_, index) => ({ listing: { section: `Block ${index + 1}` } }))
  const { order } = await buyOrder(market, { buyer, lines })
  const { text } = await pdfText('invoice', buyer, order)
  expect(text).toContain('\nInvoice to\n')
  expect(text.replaceAll('\n', ' ')).toContain(name)
  for (const page of [1, 2]) expect(text).toMatch(new RegExp(`Terrace · Invoice \\d+ · page ${page} of 2`))
})
