import type { QuoteBrand, WireVisitorOffer, WireVisitorQuote } from '@terrace/contracts/quote-page'
import { fromWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import { formatDate, formatDateTime, formatEventDate } from '@terrace/domain/dates'
import { deliveryLabel, isDeliveryType } from '@terrace/domain/delivery-types'
import { formatMoney } from '@terrace/domain/money'
import { formatTickets } from '@terrace/domain/tickets'
import { PDFDocument, rgb, type Color } from 'pdf-lib'
import { encode } from 'uqr'
import { embedFonts } from '../../../shared/paper/fonts.ts'
import { createPen } from '../../../shared/paper/pen.ts'
import type { QuotePaper } from './quote-paper.ts'

type Pen = ReturnType<typeof createPen<'text' | 'bold'>>

/** Points, of the picture at the head and of the code at the foot. */
const logoBox = { width: 180, height: 60 }
const codeWidth = 96

/** The offer for the client as PDF. It is drawn from what the page at the link shows: nothing else can get onto it. */
export async function drawQuotePaper(paper: QuotePaper): Promise<Uint8Array> {
  const { shown, madeAt } = paper
  const pdf = await PDFDocument.create()
  pdf.setTitle(shown.title)
  pdf.setAuthor(shown.brand.name)
  pdf.setProducer(shown.brand.name)
  pdf.setCreator(shown.brand.name)
  pdf.setLanguage('en')
  pdf.setCreationDate(madeAt)
  pdf.setModificationDate(madeAt)
  const pen = createPen(pdf, await embedFonts(pdf, ['text', 'bold']))
  if (paper.logo) pen.picture(await pdf.embedPng(paper.logo), logoBox)
  writeHead(pen, shown)
  writeEvent(pen, shown)
  for (const offer of shown.offers) writeOffer(pen, offer, shown)
  writeFoot(pen, paper)
  pen.numberPages(`${shown.brand.name} · ${shown.title}`)
  return pdf.save()
}

function writeHead(pen: Pen, { brand, title, client_name: client, note }: WireVisitorQuote): void {
  pen.write(brand.name, { size: 11, font: 'bold', color: colourOf(brand.colour) })
  pen.write(title, { size: 20, font: 'bold', before: 4, after: 4 })
  if (client !== null) pen.write(`For ${client}`, { size: 11, after: 4 })
  for (const paragraph of (note ?? '').split(/\n+/))
    if (paragraph !== '') pen.write(paragraph, { size: 10, after: 4 })
  pen.rule()
}

function writeEvent(pen: Pen, { event }: WireVisitorQuote): void {
  const when = formatEventDate({
    local: event.event_date_local,
    timeConfirmed: event.time_confirmed,
    dateConfirmed: event.date_confirmed,
  })
  pen.write(event.title, { size: 13, font: 'bold', before: 4 })
  pen.write(`${when}, ${event.venue_name}, ${event.city}`, { size: 10 })
  if (event.status !== 'scheduled') pen.write(`This event is ${event.status}.`, { size: 10, font: 'bold' })
  pen.rule()
}

function writeOffer(pen: Pen, offer: WireVisitorOffer, { answer }: WireVisitorQuote): void {
  const isGone = offer.state === 'gone'
  pen.writeBeside(placeOf(offer), isGone ? '' : textOf(offer.total), {
    size: 11,
    font: 'bold',
    before: 6,
    keep: 56,
  })
  const each = offer.quantity === 1 ? '' : ' each'
  pen.write(`${formatTickets(offer.quantity)} at ${pricesOf(offer)}${each}`, { size: 10 })
  pen.write(
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
  for (const { text } of offer.notes) pen.write(text, { size: 9, muted: true })
  if (isGone) pen.write('These tickets are gone.', { size: 9, font: 'bold' })
  if (offer.state === 'short')
    pen.write('Not all of these tickets can be had any more.', { size: 9, font: 'bold' })
  const accepted = answer?.offers.find(({ offer_id: id }) => id === offer.id)
  if (accepted) pen.write(`Accepted: ${formatTickets(accepted.quantity)}`, { size: 9, font: 'bold' })
}

function writeFoot(pen: Pen, { shown, total, link, madeAt }: QuotePaper): void {
  const others = total - shown.offers.length
  if (others > 0)
    pen.write(
      `And ${others} more ${others === 1 ? 'offer' : 'offers'}${link === null ? '' : ' at the link below'}.`,
      { size: 10, before: 6 },
    )
  pen.rule()
  pen.write(`${standing(shown)} As of ${inUtc(madeAt.toISOString())}.`, {
    size: 10,
    keep: codeWidth + 80,
    after: 6,
  })
  if (link !== null) {
    pen.modules(encode(link, { border: 0 }).data, codeWidth)
    pen.write(link, { size: 9, after: 4 })
  }
  pen.write(contactOf(shown.brand), { size: 9, muted: true })
}

function standing(shown: WireVisitorQuote): string {
  if (!shown.is_open) return `This offer is ${shown.status.toLowerCase()} and takes no answers now.`
  const prices = shown.is_price_locked ? 'and stay as they are until then' : 'and follow the market'
  return `This offer stands until ${inUtc(shown.expires_at)}. Prices are in ${shown.currency} ${prices}.`
}

function contactOf({ name, email, phone }: QuoteBrand): string {
  return [name, email, phone].filter((part) => part !== null && part !== '').join(' · ')
}

const placeOf = ({ category_name: category, section, row }: WireVisitorOffer): string =>
  [category, section, row === '' ? '' : `Row ${row}`].filter(Boolean).join(' · ')

/** Of a longer run than is offered the seats are somewhere within it: the paper promises none of them. */
function seatsOf({ first_seat: first, last_seat: last, quantity }: WireVisitorOffer): string {
  if (first === undefined || last === undefined) return ''
  if (first === last) return `Seat ${first}`
  return last - first + 1 > quantity ? `Within seats ${first} to ${last}` : `Seats ${first} to ${last}`
}

/** Two where some of the tickets were bought at another price than the rest. */
const pricesOf = ({ price, highest_price: highest }: WireVisitorOffer): string =>
  highest === undefined ? textOf(price) : `${textOf(price)} to ${textOf(highest)}`

const textOf = (wire: WireMoney): string => formatMoney(fromWireMoney(wire))

const inUtc = (moment: string): string => `${formatDateTime(moment.slice(0, 16))} UTC`

function colourOf(hex: string): Color {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255,
  )
  return rgb(red, green, blue)
}
