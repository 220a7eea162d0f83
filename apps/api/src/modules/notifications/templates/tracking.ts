import { formatEventDate } from '@terrace/domain/time/dates'
import { formatMoney, type Money } from '@terrace/domain/money/money'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { toOneLine, type EmailContent } from './email-content.ts'

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
  /** All prices include the fee. */
  priceWhenTracked: Money
  previousPrice: Money
  currentPrice: Money
  available: number
}

interface EmailMessage {
  firstName: string
  /** `undefined` in production without `TRADE_ORIGINS`; the email then has no link. */
  link: string | undefined
  brand: string
}

export function trackingAlertEmail({
  firstName,
  alert,
  link,
  brand,
}: EmailMessage & { alert: TrackingAlert }): EmailContent {
  const { event, priceWhenTracked, previousPrice, currentPrice, available } = alert
  const title = toOneLine(event.title)
  const seatLabel = seatLabelOf(alert)
  const now = formatMoney(currentPrice)
  const isDrop = alert.kind === 'price_drop'
  return {
    subject: isDrop
      ? `Price drop: ${title}, ${seatLabel}, now ${now} all-in`
      : `Only ${formatTickets(available)} left: ${title}, ${seatLabel}`,
    firstName,
    paragraphs: [
      isDrop
        ? `A listing you track now costs ${now} per ticket all-in, down from ${formatMoney(previousPrice)}.`
        : `Only ${formatTickets(available)} left on a listing you track.`,
      `${title}, ${whenAndWhere(event)}: ${seatLabel}.`,
      `All-in price when tracked: ${formatMoney(priceWhenTracked)}. All-in price now: ${now}.`,
    ],
    ...(link !== undefined && { action: { label: 'View listing', link } }),
    footnote: `You track this listing on ${brand}. Manage alerts in Tracked listings.`,
  }
}

/** The email lists this many alerts and counts the rest. */
const maxListedAlerts = 20

export function trackingAlertsEmail({
  firstName,
  alerts,
  link,
  brand,
}: EmailMessage & { alerts: readonly TrackingAlert[] }): EmailContent {
  const others = alerts.length - maxListedAlerts
  return {
    subject: `${alerts.length} alerts on listings you track`,
    firstName,
    paragraphs: [
      'Listings you track got cheaper or are running low.',
      ...alerts.slice(0, maxListedAlerts).map(lineOf),
      ...(others > 0 ? [`And ${others} more.`] : []),
    ],
    ...(link !== undefined && { action: { label: 'View tracked listings', link } }),
    footnote: `You track these listings on ${brand}. Manage alerts in Tracked listings.`,
  }
}

function lineOf(alert: TrackingAlert): string {
  const { event, priceWhenTracked, currentPrice, available } = alert
  const alertText = alert.kind === 'price_drop' ? 'price drop' : `only ${formatTickets(available)} left`
  return `${toOneLine(event.title)}, ${whenAndWhere(event)}, ${seatLabelOf(alert)}: ${alertText}. All-in price when tracked: ${formatMoney(priceWhenTracked)}. All-in price now: ${formatMoney(currentPrice)}.`
}

function seatLabelOf({ section, row }: TrackingAlert): string {
  return toOneLine(row === '' ? section : `${section}, row ${row}`)
}

function whenAndWhere(event: TrackingAlert['event']): string {
  const when = formatEventDate({ ...event, local: event.localAt })
  return `${when}, ${toOneLine(event.venueName)}, ${toOneLine(event.city)}`
}
