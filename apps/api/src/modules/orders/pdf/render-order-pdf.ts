import { formatInstant } from '@terrace/domain/time/dates'
import {
  addMoney,
  formatMoney,
  money,
  multiplyMoney,
  sumMoney,
  type Money,
} from '@terrace/domain/money/money'
import { cardBrandName } from '@terrace/domain/text/card-brand'
import { multipleSellersNotice } from '@terrace/domain/tickets/multiple-sellers'
import { orderState, orderStateLabel } from '@terrace/domain/lifecycles/order-lifecycle'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { TaggedPdf } from '#api/shared/pdf/pdf-document.ts'
import { createPdfWriter, type PdfWriter } from '#api/shared/pdf/pdf-writer.ts'
import { includedTax, type Invoice } from '../invoices/invoice.ts'
import { nextStep, seatLabel, reasonText, whenAndWhere } from '../line-texts.ts'
import { creditsOf, isReversed, totalRefunded, type Credit, type OrderLine } from '../order.ts'
import type { OrderDocument } from './order-document.ts'

/** An invoice has a number of its own. */
const titleOf = ({ invoice, order }: OrderDocument): string =>
  invoice ? `Invoice ${invoice.number}` : `Order summary ${order.number}`

/** Renders the invoice or summary as PDF. All amounts come from the order; nothing is recalculated here. */
export async function renderOrderPdf(document: OrderDocument): Promise<Uint8Array> {
  const { kind, brand, order } = document
  const pdf = new TaggedPdf({
    title: titleOf(document),
    author: brand,
    createdAt: order.placedAt,
  })
  const writer = createPdfWriter(pdf)
  writeHeader(writer, document)
  const parts = partsBySeller(order.lines)
  // Placed above the lines, because below the total it could end up alone on a page.
  if (kind === 'summary' && parts.length > 1 && orderState(order.lines) !== 'cancelled')
    writer.write(multipleSellersNotice, { size: 9, muted: true, spaceBefore: 4 })
  for (const part of parts) writePart(writer, part, document)
  writeTotals(writer, document)
  writer.numberPages(`${brand} · ${titleOf(document)}`)
  return pdf.finish()
}

function writeHeader(writer: PdfWriter, document: OrderDocument): void {
  const { brand, teamName, order, invoice } = document
  writer.write(brand, { size: 10, muted: true })
  writer.write(titleOf(document), { tag: 'H1', size: 20, font: 'bold', spaceAfter: 8 })
  const rows: [string, string][] = [
    ...(invoice ? issuerRows(invoice) : []),
    ...(invoice ? customerRows(invoice, teamName) : [['Bought by', teamName] satisfies [string, string]]),
    ...(invoice ? [['Order', order.number] satisfies [string, string]] : []),
    ...(order.reference === null ? [] : [['Your reference', order.reference] satisfies [string, string]]),
    ['Email', order.email],
    ['Phone', order.phone],
    ['Date', formatInstant(order.placedAt)],
    ['Paid with', isReversed(order) ? 'Nothing was charged' : cardOf(order.card)],
    ['Currency', order.total.currency],
    ['Status', orderStateLabel(orderState(order.lines))],
  ]
  writer.startTable()
  for (const [label, value] of rows) writer.writeLabelled(label, value, { size: 9.5 })
  writer.endTable()
  writer.drawRule()
}

function issuerRows({ issuer, issuedAt }: Invoice): [string, string][] {
  return [
    ['Issued by', issuer.name],
    ...(issuer.address === null ? [] : [['Address', issuer.address] satisfies [string, string]]),
    ...(issuer.taxNumber === null ? [] : [['Tax number', issuer.taxNumber] satisfies [string, string]]),
    ['Issued', formatInstant(issuedAt)],
  ]
}

function customerRows({ customer }: Invoice, teamName: string): [string, string][] {
  const { name, address, taxNumber } = customer ?? { name: teamName, address: null, taxNumber: null }
  return [
    ['Invoice to', name],
    ...(address === null
      ? []
      : [['Billing address', address.split('\n').join(', ')] satisfies [string, string]]),
    ...(taxNumber === null ? [] : [['Your tax number', taxNumber] satisfies [string, string]]),
  ]
}

function writePart(
  writer: PdfWriter,
  lines: readonly [OrderLine, ...OrderLine[]],
  { kind, order, cancellationReasons }: OrderDocument,
): void {
  const [first] = lines
  writer.write(`Sold by ${first.snapshot.sellerName}`, {
    tag: 'H2',
    size: 11,
    font: 'bold',
    spaceBefore: 8,
    spaceAfter: 4,
    minSpace: 70,
  })
  writer.startTable(['Tickets', 'Price'])
  for (const line of lines) {
    const { snapshot, price, fee, quantity } = line
    writer.writeWithAmount(snapshot.eventTitle, formatMoney(multiplyMoney(price, quantity)), {
      size: 10,
      font: 'bold',
      spaceBefore: 4,
      minSpace: 48,
    })
    writer.write(whenAndWhere(snapshot), { size: 9, muted: true })
    writer.write(seatLabel(snapshot), { size: 9 })
    writer.write(`${formatTickets(quantity)} at ${formatMoney(price)}, fee ${formatMoney(fee)} per ticket`, {
      size: 9,
    })
    const reason = cancellationReasons.get(line.id)
    if (line.state === 'cancelled' && reason !== undefined)
      writer.write(`Cancelled: ${reasonText(reason)}`, { size: 9 })
    if (kind === 'summary' && line.state !== 'cancelled')
      writer.write(nextStep(line, order.placedAt), { size: 9 })
  }
  if (lines.length > 1)
    writer.writeWithAmount('Seller subtotal', formatMoney(ticketsOf(lines)), { size: 9.5, spaceBefore: 4 })
  writer.endTable()
}

/** Writes the total paid, then credits for refunded or uncaptured amounts. */
function writeTotals(writer: PdfWriter, { order, invoice }: OrderDocument): void {
  writer.drawRule({ minSpace: 80 })
  writer.startTable()
  writer.writeWithAmount('Tickets', formatMoney(order.tickets), { size: 10 })
  writer.writeWithAmount('Fee', formatMoney(order.fee), { size: 10 })
  const tax = invoice && includedTax(order.fee, invoice.issuer)
  if (invoice && tax)
    writer.writeWithAmount(
      `Of which ${invoice.issuer.taxLabel}, ${invoice.issuer.taxBp / 100} % included in the fee`,
      formatMoney(tax),
      { size: 9, muted: true },
    )
  writer.writeWithAmount(isReversed(order) ? 'Total' : 'Total paid', formatMoney(order.total), {
    size: 12,
    font: 'bold',
    spaceBefore: 2,
    spaceAfter: 4,
  })
  const credits = creditsOf(order)
  if (credits.length === 0) return writer.endTable()
  writer.drawRule({ minSpace: 48 })
  for (const credit of credits) {
    const snapshot = order.lines.find(({ id }) => id === credit.lineId)?.snapshot
    // Names the seats, because an order can have several lines of one event.
    const tickets = snapshot ? `${snapshot.eventTitle}, ${seatLabel(snapshot)}` : ''
    writer.writeWithAmount(
      `Credit: ${tickets}, ${creditText(credit)}`,
      formatMoney(negative(credit.amount)),
      {
        size: 10,
      },
    )
  }
  writer.writeWithAmount(
    'Total after credits',
    formatMoney(addMoney(order.total, negative(totalRefunded(order)))),
    {
      size: 12,
      font: 'bold',
      spaceBefore: 2,
    },
  )
  writer.endTable()
}

function creditText({ state, refundedAt }: Credit): string {
  if (state === 'void') return 'not charged'
  return refundedAt ? `refunded ${formatInstant(refundedAt)}` : 'refund pending'
}

const negative = ({ minor, currency }: Money): Money => money(-minor, currency)

function ticketsOf(lines: readonly [OrderLine, ...OrderLine[]]): Money {
  return sumMoney(
    lines.map(({ price, quantity }) => multiplyMoney(price, quantity)),
    lines[0].price.currency,
  )
}

function cardOf(card: { brand: string; last4: string } | null): string {
  return card ? `${cardBrandName(card.brand)} ending in ${card.last4}` : 'Card'
}

/** Groups lines by seller, in order of first appearance. */
function partsBySeller(lines: readonly OrderLine[]): [OrderLine, ...OrderLine[]][] {
  const parts = new Map<string, [OrderLine, ...OrderLine[]]>()
  for (const line of lines) {
    const part = parts.get(line.sellerTeamId)
    if (part) part.push(line)
    else parts.set(line.sellerTeamId, [line])
  }
  return [...parts.values()]
}
