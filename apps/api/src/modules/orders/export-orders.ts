import { currencyExponent } from '@terrace/domain/money/currencies'
import { detailedDeliveryLabel } from '@terrace/domain/tickets/delivery-types'
import { money, multiplyMoney, toDecimal, type Money } from '@terrace/domain/money/money'
import { orderStateLabel } from '@terrace/domain/lifecycles/order-lifecycle'
import type { DbOrTx } from '#api/db/transaction.ts'
import { csvText } from '@terrace/domain/text/csv-text'
import type { OrderFilter } from './list/order-search.ts'
import { creditsOf, isReversed, lineTotal, type Order, type OrderLine, type Refund } from './order.ts'
import { readOrdersUpTo } from './list/order-list.repo.ts'
import { orderErrors } from './orders.errors.ts'

const maxExportLines = 20_000

const columns: readonly [head: string, cell: (line: OrderLine, order: Order) => string][] = [
  ['Order', (_line, order) => order.number],
  ['Placed (UTC)', (_line, order) => minuteOf(order.placedAt)],
  ['Status', (line) => orderStateLabel(line.state)],
  ['Event', ({ snapshot }) => snapshot.eventTitle],
  [
    'Event date',
    ({ snapshot }) =>
      snapshot.timeConfirmed ? snapshot.eventLocalAt.replace('T', ' ') : snapshot.eventLocalAt.slice(0, 10),
  ],
  ['Venue', ({ snapshot }) => snapshot.venueName],
  ['City', ({ snapshot }) => snapshot.city],
  ['Category', ({ snapshot }) => snapshot.categoryName],
  ['Section', ({ snapshot }) => snapshot.section],
  ['Row', ({ snapshot }) => snapshot.row],
  ['Seats', ({ snapshot }) => (snapshot.seatsHidden ? '' : snapshot.seats.join(' '))],
  ['Delivery', ({ snapshot }) => detailedDeliveryLabel(snapshot.deliveryType)],
  ['In hand', ({ snapshot }) => snapshot.inHandDate],
  ['Seller', ({ snapshot }) => snapshot.sellerName],
  ['Tickets', ({ quantity }) => String(quantity)],
  ['Price per ticket', ({ price }) => decimal(price)],
  ['Fee per ticket', ({ fee }) => decimal(fee)],
  ['Tickets total', ({ price, quantity }) => decimal(multiplyMoney(price, quantity))],
  ['Fee total', ({ fee, quantity }) => decimal(multiplyMoney(fee, quantity))],
  ['Total', (line) => decimal(lineTotal(line))],
  ['Currency', ({ price }) => price.currency],
  ['Refund', (line, order) => decimal(creditOf(line, order))],
  ['Refund status', (line, order) => (isReversed(order) ? 'Not charged' : refundText(refundOf(line, order)))],
  ['Refunded (UTC)', (line, order) => minuteOf(refundOf(line, order)?.refundedAt ?? null)],
  ['Client', (_line, { client }) => client?.name ?? ''],
  ['Your reference', (_line, { reference }) => reference ?? ''],
  ['Internal note', (_line, { internalNote }) => internalNote ?? ''],
]

const refundOf = (line: OrderLine, { refunds }: Order): Refund | undefined =>
  refunds.find(({ lineId }) => lineId === line.id)

const refundLabels = { pending: 'Pending', succeeded: 'Refunded', failed: 'Delayed' } as const

const refundText = (refund: Refund | undefined): string => (refund ? refundLabels[refund.state] : '')

/** Matches the credit on the invoice: zero without a refund or when the bank rejected it. */
const creditOf = (line: OrderLine, order: Order): Money =>
  creditsOf(order).find(({ lineId }) => lineId === line.id)?.amount ?? money(0, line.price.currency)

const minuteOf = (instant: Date | null): string => instant?.toISOString().slice(0, 16).replace('T', ' ') ?? ''

const decimal = ({ minor, currency }: Money): string => toDecimal(minor, currencyExponent(currency))

/** The matching orders as CSV: one row per line, newest order first. */
export async function exportOrders(
  db: DbOrTx,
  request: { teamId: string; filter: OrderFilter },
): Promise<string> {
  const orders = await readOrdersUpTo(db, { ...request, maxLines: maxExportLines })
  if (!orders)
    throw orderErrors.make('order.export_too_large', {
      details: { fields: { placed_from: ['must be a later date: an export has at most 20,000 lines'] } },
    })
  return csvText([
    columns.map(([title]) => title),
    ...orders.flatMap((order) => order.lines.map((line) => columns.map(([, cell]) => cell(line, order)))),
  ])
}
