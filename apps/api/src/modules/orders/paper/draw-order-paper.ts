import { formatInstant } from '@terrace/domain/dates'
import { addMoney, formatMoney, money, multiplyMoney, sumMoney, type Money } from '@terrace/domain/money'
import { multipleSellersNotice } from '@terrace/domain/multiple-sellers'
import { orderState, orderStateLabel } from '@terrace/domain/order-lifecycle'
import { formatTickets } from '@terrace/domain/tickets'
import { PDFDocument } from 'pdf-lib'
import { embedFonts } from '../../../shared/paper/fonts.ts'
import { createPen } from '../../../shared/paper/pen.ts'
import { nextStep, placeOf, reasonText, whenAndWhere } from '../line-texts.ts'
import { creditsOf, isUndone, totalRefunded, type Credit, type OrderLine } from '../order.ts'
import type { OrderPaper } from './order-paper.ts'

type Pen = ReturnType<typeof createPen<'text' | 'bold'>>

const titles = { invoice: 'Invoice', summary: 'Order summary' } as const

/** The invoice or the summary of an order as PDF. Every figure is the order's own: nothing is reckoned twice here. */
export async function drawOrderPaper(paper: OrderPaper): Promise<Uint8Array> {
  const { kind, brand, order } = paper
  const pdf = await PDFDocument.create()
  pdf.setTitle(`${titles[kind]} ${order.number}`)
  pdf.setAuthor(brand)
  pdf.setProducer(brand)
  pdf.setCreator(brand)
  pdf.setLanguage('en')
  pdf.setCreationDate(order.placedAt)
  pdf.setModificationDate(order.placedAt)
  const pen = createPen(pdf, await embedFonts(pdf, ['text', 'bold']))
  writeHead(pen, paper)
  const parts = partsBySeller(order.lines)
  // Above what it is about: below the sum it might stand on a page of its own.
  if (kind === 'summary' && parts.length > 1 && orderState(order.lines) !== 'cancelled')
    pen.write(multipleSellersNotice, { size: 9, muted: true, before: 4 })
  for (const part of parts) writePart(pen, part, paper)
  writeTotals(pen, paper)
  pen.numberPages(`${brand} · ${titles[kind]} ${order.number}`)
  return pdf.save()
}

function writeHead(pen: Pen, { kind, brand, teamName, order }: OrderPaper): void {
  pen.write(brand, { size: 10, muted: true })
  pen.write(`${titles[kind]} ${order.number}`, { size: 20, font: 'bold', after: 8 })
  const rows: [string, string][] = [
    [kind === 'invoice' ? 'Invoice to' : 'Bought by', teamName],
    ['E-mail', order.email],
    ['Phone', order.phone],
    ['Date', formatInstant(order.placedAt)],
    ['Paid with', isUndone(order) ? 'Nothing was charged' : cardOf(order.card)],
    ['Currency', order.total.currency],
    ['Status', orderStateLabel(orderState(order.lines))],
  ]
  for (const [label, value] of rows) pen.writeLabelled(label, value, { size: 9.5 })
  pen.rule()
}

function writePart(
  pen: Pen,
  lines: readonly [OrderLine, ...OrderLine[]],
  { kind, order, cancelledFor }: OrderPaper,
): void {
  const [first] = lines
  pen.write(`Sold by ${first.facts.sellerName}`, { size: 11, font: 'bold', before: 8, after: 4, keep: 70 })
  for (const line of lines) {
    const { facts, price, fee, quantity } = line
    pen.writeBeside(facts.eventTitle, formatMoney(multiplyMoney(price, quantity)), {
      size: 10,
      font: 'bold',
      before: 4,
      keep: 48,
    })
    pen.write(whenAndWhere(facts), { size: 9, muted: true })
    pen.write(placeOf(facts), { size: 9 })
    pen.write(
      `${formatTickets(quantity)} at ${formatMoney(price)}, service fee ${formatMoney(fee)} per ticket`,
      {
        size: 9,
      },
    )
    const reason = cancelledFor.get(line.id)
    if (line.state === 'cancelled' && reason !== undefined)
      pen.write(`Cancelled: ${reasonText(reason)}`, { size: 9 })
    if (kind === 'summary' && line.state !== 'cancelled')
      pen.write(nextStep(line, order.placedAt), { size: 9 })
  }
  if (lines.length > 1)
    pen.writeBeside('Tickets of this seller', formatMoney(ticketsOf(lines)), { size: 9.5, before: 4 })
}

/** What was paid; then what of it went back, or was never taken, as a credit. */
function writeTotals(pen: Pen, { order }: OrderPaper): void {
  pen.rule({ keep: 80 })
  pen.writeBeside('Tickets', formatMoney(order.tickets), { size: 10 })
  pen.writeBeside('Service fee', formatMoney(order.fee), { size: 10 })
  pen.writeBeside(isUndone(order) ? 'Total' : 'Total paid', formatMoney(order.total), {
    size: 12,
    font: 'bold',
    before: 2,
    after: 4,
  })
  const credits = creditsOf(order)
  if (credits.length === 0) return
  pen.rule({ keep: 48 })
  for (const credit of credits) {
    const facts = order.lines.find(({ id }) => id === credit.lineId)?.facts
    // Of one event there may be several lines.
    const tickets = facts ? `${facts.eventTitle}, ${placeOf(facts)}` : ''
    pen.writeBeside(`Credit: ${tickets}, ${creditText(credit)}`, formatMoney(negative(credit.amount)), {
      size: 10,
    })
  }
  pen.writeBeside('Total after credits', formatMoney(addMoney(order.total, negative(totalRefunded(order)))), {
    size: 12,
    font: 'bold',
    before: 2,
  })
}

function creditText({ state, refundedAt }: Credit): string {
  if (state === 'void') return 'not charged'
  return refundedAt ? `refunded ${formatInstant(refundedAt)}` : 'refund on its way'
}

const negative = ({ minor, currency }: Money): Money => money(-minor, currency)

function ticketsOf(lines: readonly [OrderLine, ...OrderLine[]]): Money {
  return sumMoney(
    lines.map(({ price, quantity }) => multiplyMoney(price, quantity)),
    lines[0].price.currency,
  )
}

/** Gateways write brands in small letters. */
function cardOf(card: { brand: string; last4: string } | null): string {
  return card ? `${card.brand.charAt(0).toUpperCase()}${card.brand.slice(1)} ending in ${card.last4}` : 'Card'
}

/** The lines by seller, in the order in which the sellers first appear. */
function partsBySeller(lines: readonly OrderLine[]): [OrderLine, ...OrderLine[]][] {
  const parts = new Map<string, [OrderLine, ...OrderLine[]]>()
  for (const line of lines) {
    const part = parts.get(line.sellerTeamId)
    if (part) part.push(line)
    else parts.set(line.sellerTeamId, [line])
  }
  return [...parts.values()]
}
