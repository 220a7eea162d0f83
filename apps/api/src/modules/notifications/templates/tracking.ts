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

/** A tracked listing has got cheaper, or few of its tickets are left (product.md §7). */
export function trackingAlertWords({
  firstName,
  alert,
  link,
  brand,
}: {
  firstName: string
  alert: TrackingAlert
  /** Undefined where no trade site is configured: then the letter names no address. */
  link: string | undefined
  brand: string
}): LetterWords {
  const { event, priceThen, priceBefore, priceNow, available } = alert
  const title = oneLine(event.title)
  const place = oneLine(alert.row === '' ? alert.section : `${alert.section}, row ${alert.row}`)
  const when = formatEventDate({ ...event, local: event.localAt })
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
      `${title}, ${when}, ${oneLine(event.venueName)}, ${oneLine(event.city)}: ${place}.`,
      `Price then: ${formatMoney(priceThen)}. Price now: ${now}.`,
    ],
    ...(link !== undefined && { action: { label: 'See the listing', link } }),
    footnote: `You get this letter because you track the listing on ${brand}. “Tracked listings” in your profile is where you stop that, or these letters.`,
  }
}
