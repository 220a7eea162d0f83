import { currencyExponent } from '@terrace/domain/currencies'
import { secondDeliveryLabel } from '@terrace/domain/delivery-types'
import { money, multiplyMoney, toDecimal, type Money } from '@terrace/domain/money'
import { orderStateLabel } from '@terrace/domain/order-lifecycle'
import type { Reader } from '../../db/transaction.ts'
import { csvText } from '../../shared/csv-text.ts'
import type { OrderFilter } from './find-orders.ts'
import { creditsOf, isUndone, lineTotal, type Order, type OrderLine, type Refund } from './order.ts'
import { readLinesAtMost } from './order-list.repo.ts'
import { orderErrors } from './orders.errors.ts'

const mostLines = 20_000

const columns: readonly [head: string, cell: (line: OrderLine, order: Order) => string][] = [
  ['Order', (_line, order) => order.number],
  ['Placed (UTC)', (_line, order) => minuteOf(order.placedAt)],
  ['Status', (line) => orderStateLabel(line.state)],
  ['Event', ({ facts }) => facts.eventTitle],
  [
    'Event date',
    ({ facts }) =>
      facts.timeConfirmed ? facts.eventLocalAt.replace('T', ' ') : facts.eventLocalAt.slice(0, 10),
  ],
  ['Venue', ({ facts }) => facts.venueName],
  ['City', ({ facts }) => facts.city],
  ['Category', ({ facts }) => facts.categoryName],
  ['Section', ({ facts }) => facts.section],
  ['Row', ({ facts }) => facts.row],
  ['Seats', ({ facts }) => (facts.seatsHidden ? '' : facts.seats.join(' '))],
  ['Delivery', ({ facts }) => secondDeliveryLabel(facts.ticketType)],
  ['In hand', ({ facts }) => facts.inHandDate],
  ['Seller', ({ facts }) => facts.sellerName],
  ['Tickets', ({ quantity }) => String(quantity)],
  ['Price per ticket', ({ price }) => decimal(price)],
  ['Service fee per ticket', ({ fee }) => decimal(fee)],
  ['Tickets total', ({ price, quantity }) => decimal(multiplyMoney(price, quantity))],
  ['Service fee total', ({ fee, quantity }) => decimal(multiplyMoney(fee, quantity))],
  ['Total', (line) => decimal(lineTotal(line))],
  ['Currency', ({ price }) => price.currency],
  ['Refund', (line, order) => decimal(creditOf(line, order))],
  ['Refund status', (line, order) => (isUndone(order) ? 'Not charged' : refundText(refundOf(line, order)))],
  ['Refunded (UTC)', (line, order) => minuteOf(refundOf(line, order)?.refundedAt ?? null)],
]

const refundOf = (line: OrderLine, { refunds }: Order): Refund | undefined =>
  refunds.find(({ lineId }) => lineId === line.id)

const refundWords = { pending: 'On its way', succeeded: 'Refunded', failed: 'Delayed' } as const

const refundText = (refund: Refund | undefined): string => (refund ? refundWords[refund.state] : '')

/** As the invoice credits it: nothing where there is no refund, or the bank has refused it. */
const creditOf = (line: OrderLine, order: Order): Money =>
  creditsOf(order).find(({ lineId }) => lineId === line.id)?.amount ?? money(0, line.price.currency)

const minuteOf = (instant: Date | null): string => instant?.toISOString().slice(0, 16).replace('T', ' ') ?? ''

const decimal = ({ minor, currency }: Money): string => toDecimal(minor, currencyExponent(currency))

/** The team's orders that fit as CSV, a row for each line, the newest order first. */
export async function exportOrders(
  db: Reader,
  request: { teamId: string; filter: OrderFilter },
): Promise<string> {
  const orders = await readLinesAtMost(db, { ...request, most: mostLines })
  if (!orders)
    throw orderErrors.make('order.export_too_large', {
      details: { fields: { placed_from: ['must be a later day: a file has at most 20,000 lines'] } },
    })
  return csvText([
    columns.map(([head]) => head),
    ...orders.flatMap((order) => order.lines.map((line) => columns.map(([, cell]) => cell(line, order)))),
  ])
}
