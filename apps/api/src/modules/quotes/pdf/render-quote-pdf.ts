import type { QuoteBrand, WireClientOffer, WireClientQuote } from '@terrace/contracts/quote-page'
import { fromWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import { formatDate, formatDateTime, formatEventDate } from '@terrace/domain/time/dates'
import { deliveryLabel, isDeliveryType } from '@terrace/domain/tickets/delivery-types'
import { formatMoney } from '@terrace/domain/money/money'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { encode } from 'uqr'
import { TaggedPdf } from '#api/shared/pdf/pdf-document.ts'
import { createPdfWriter, type PdfWriter } from '#api/shared/pdf/pdf-writer.ts'
import type { QuoteDocument } from './quote-document.ts'

/** Logo and QR code sizes in points. */
const logoBox = { width: 180, height: 60 }
const qrCodeWidth = 96

/** Renders the client's PDF from the data of the public page, so that nothing internal can leak into it. */
export async function renderQuotePdf(document: QuoteDocument): Promise<Uint8Array> {
  const { quote, createdAt } = document
  const pdf = new TaggedPdf({ title: quote.title, author: quote.brand.name, createdAt })
  const writer = createPdfWriter(pdf)
  if (document.logo) writer.drawImage(document.logo, { ...logoBox, alt: `Logo of ${quote.brand.name}` })
  writeHeader(writer, quote)
  writeEvent(writer, quote)
  if (quote.offer_choice === 'one' && document.offerCount > 1)
    writer.write(`Choose one of these ${document.offerCount} offers.`, { size: 10, font: 'bold' })
  writer.startTable(['Tickets', 'Total'])
  for (const offer of quote.offers) writeOffer(writer, offer, quote)
  writer.endTable()
  writeFooter(writer, document)
  writer.numberPages(`${quote.brand.name} · ${quote.title}`)
  return pdf.finish()
}

function writeHeader(writer: PdfWriter, { brand, title, client_name: client, note }: WireClientQuote): void {
  writer.write(brand.name, { size: 11, font: 'bold', color: brand.colour })
  writer.write(title, { tag: 'H1', size: 20, font: 'bold', spaceBefore: 4, spaceAfter: 4 })
  if (client !== null) writer.write(`For ${client}`, { size: 11, spaceAfter: 4 })
  for (const paragraph of (note ?? '').split(/\n+/))
    if (paragraph !== '') writer.write(paragraph, { size: 10, spaceAfter: 4 })
  writer.drawRule()
}

function writeEvent(writer: PdfWriter, { event }: WireClientQuote): void {
  const when = formatEventDate({
    local: event.event_date_local,
    timeConfirmed: event.time_confirmed,
    dateConfirmed: event.date_confirmed,
  })
  writer.write(event.title, { tag: 'H2', size: 13, font: 'bold', spaceBefore: 4 })
  writer.write(`${when}, ${event.venue_name}, ${event.city}`, { size: 10 })
  if (event.status !== 'scheduled') writer.write(`This event is ${event.status}.`, { size: 10, font: 'bold' })
  writer.drawRule()
}

function writeOffer(writer: PdfWriter, offer: WireClientOffer, { response }: WireClientQuote): void {
  const isUnavailable = offer.state === 'unavailable'
  writer.writeWithAmount(locationText(offer), isUnavailable ? '' : textOf(offer.total), {
    size: 11,
    font: 'bold',
    spaceBefore: 6,
    minSpace: 56,
  })
  const each = offer.quantity === 1 ? '' : ' each'
  writer.write(`${formatTickets(offer.quantity)} at ${pricesOf(offer)}${each}`, { size: 10 })
  writer.write(
    [
      isDeliveryType(offer.ticket_type) ? deliveryLabel(offer.ticket_type) : offer.ticket_type,
      seatsOf(offer),
      offer.general_admission ? 'General admission' : '',
      offer.hospitality ? 'Hospitality' : '',
      offer.instant_download ? 'Instant download' : `In hand ${formatDate(offer.in_hand_date)}`,
    ]
      .filter(Boolean)
      .join(' · '),
    { size: 9, muted: true },
  )
  for (const { text } of offer.notes) writer.write(text, { size: 9, muted: true })
  if (isUnavailable) writer.write('No longer available.', { size: 9, font: 'bold' })
  if (offer.state === 'short')
    writer.write('Only some of these tickets are still available.', { size: 9, font: 'bold' })
  const accepted = response?.offers.find(({ offer_id: id }) => id === offer.id)
  if (accepted) writer.write(`Accepted: ${formatTickets(accepted.quantity)}`, { size: 9, font: 'bold' })
}

function writeFooter(writer: PdfWriter, { quote, offerCount, link, createdAt }: QuoteDocument): void {
  const others = offerCount - quote.offers.length
  if (others > 0)
    writer.write(
      `And ${others} more ${others === 1 ? 'offer' : 'offers'}${link === null ? '' : ' at the link below'}.`,
      { size: 10, spaceBefore: 6 },
    )
  writer.drawRule()
  writer.write(`${statusText(quote)} As of ${inUtc(createdAt.toISOString())}.`, {
    size: 10,
    minSpace: qrCodeWidth + 80,
    spaceAfter: 6,
  })
  if (link !== null) {
    writer.drawQrCode(encode(link, { border: 0 }).data, {
      width: qrCodeWidth,
      alt: 'QR code of the link below',
    })
    writer.writeLink(link, { size: 9, spaceAfter: 4 })
  }
  writer.write(contactOf(quote.brand), { size: 9, muted: true })
}

function statusText(quote: WireClientQuote): string {
  if (!quote.is_open) return `This offer is ${quote.status.toLowerCase()}.`
  const prices = quote.is_price_locked ? 'are locked until then' : 'change with the market'
  const rates = quote.rate_date === null ? '' : ` Exchange rates of ${formatDate(quote.rate_date)}.`
  return `Valid until ${inUtc(quote.expires_at)}. Prices in ${quote.currency} ${prices}.${rates}`
}

function contactOf({ name, email, phone }: QuoteBrand): string {
  return [name, email, phone].filter((part) => part !== null && part !== '').join(' · ')
}

const locationText = ({ category_name: category, section, row }: WireClientOffer): string =>
  [category, section, row === '' ? '' : `Row ${row}`].filter(Boolean).join(' · ')

/** In a run longer than the offered quantity the exact seats are not known, so the text promises a range. */
function seatsOf({ first_seat: first, last_seat: last, seats, quantity }: WireClientOffer): string {
  if (first === undefined || last === undefined) return ''
  if (first === last) return `Seat ${first}`
  if (seats) return `${seats.length > quantity ? 'Within seats' : 'Seats'} ${seats.join(', ')}`
  return last - first + 1 > quantity ? `Within seats ${first} to ${last}` : `Seats ${first} to ${last}`
}

/** A range when some tickets were bought at another price. */
const pricesOf = ({ price, highest_price: highest }: WireClientOffer): string =>
  highest === undefined ? textOf(price) : `${textOf(price)} to ${textOf(highest)}`

const textOf = (wire: WireMoney): string => formatMoney(fromWireMoney(wire))

const inUtc = (timestamp: string): string => `${formatDateTime(timestamp.slice(0, 16))} UTC`
