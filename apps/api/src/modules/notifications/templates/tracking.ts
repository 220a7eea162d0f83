import { formatEventDate } from '@terrace/domain/dates'
import { formatMoney, type Money } from '@terrace/domain/money'
import { formatTickets } from '@terrace/domain/tickets'
import { oneLine, type LetterWords } from './letter-words.ts'

interface TrackingAlert {
  kind: 'price_drop' | 'low_stock'
  event: {
    title: string
    localAt: string
    dateConfirmed: boolean
    timeConfirmed: boolean
    venueName: string
    city: string
  }
  section: string
  row: string
  priceThen: Money
  priceBefore: Money
  priceNow: Money
  available: number
}

interface Letter {
  firstName: string
  /** Undefined where no trade site is configured: then the letter names no address. */
  link: string | undefined
  brand: string
}

/** A tracked listing has got cheaper, or few of its tickets are left (product.md §7). */
export function trackingAlertWords({
  firstName,
  alert,
  link,
  brand,
}: Letter & { alert: TrackingAlert }): LetterWords {
  const { event, priceThen, priceBefore, priceNow, available } = alert
  const title = oneLine(event.title)
  const place = placeOf(alert)
  const now = formatMoney(priceNow)
  const isDrop = alert.kind === 'price_drop'
  return {
    subject: isDrop
      ? `Price drop: ${title}, ${place}, now ${now}`
      : `Only ${formatTickets(available)} left: ${title}, ${place}`,
    firstName,
    paragraphs: [
      isDrop
        ? `A listing that you track costs ${now} per ticket now, down from ${formatMoney(priceBefore)}.`
        : `Of a listing that you track, only ${formatTickets(available)} ${available === 1 ? 'is' : 'are'} left.`,
      `${title}, ${whenAndWhere(event)}: ${place}.`,
      `Price then: ${formatMoney(priceThen)}. Price now: ${now}.`,
    ],
    ...(link !== undefined && { action: { label: 'See the listing', link } }),
    footnote: `You get this letter because you track the listing on ${brand}. “Tracked listings” in your profile is where you stop that, or these letters.`,
  }
}

/** In one letter; the others are counted. */
const mostNamed = 20

/** Several tracked listings have changed at once. */
export function trackingAlertsWords({
  firstName,
  alerts,
  link,
  brand,
}: Letter & { alerts: readonly TrackingAlert[] }): LetterWords {
  const others = alerts.length - mostNamed
  return {
    subject: `${alerts.length} alerts on listings that you track`,
    firstName,
    paragraphs: [
      'Listings that you track have got cheaper, or few of their tickets are left.',
      ...alerts.slice(0, mostNamed).map(lineOf),
      ...(others > 0 ? [`And ${others} more.`] : []),
    ],
    ...(link !== undefined && { action: { label: 'See your tracked listings', link } }),
    footnote: `You get this letter because you track these listings on ${brand}. “Tracked listings” in your profile is where you stop that, or these letters.`,
  }
}

function lineOf(alert: TrackingAlert): string {
  const { event, priceThen, priceNow, available } = alert
  const news = alert.kind === 'price_drop' ? 'price drop' : `only ${formatTickets(available)} left`
  return `${oneLine(event.title)}, ${whenAndWhere(event)}, ${placeOf(alert)}: ${news}. Price then: ${formatMoney(priceThen)}. Price now: ${formatMoney(priceNow)}.`
}

function placeOf({ section, row }: TrackingAlert): string {
  return oneLine(row === '' ? section : `${section}, row ${row}`)
}

function whenAndWhere(event: TrackingAlert['event']): string {
  const when = formatEventDate({ ...event, local: event.localAt })
  return `${when}, ${oneLine(event.venueName)}, ${oneLine(event.city)}`
}
