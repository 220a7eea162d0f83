import { formatEventDate } from '@terrace/domain/time/dates'
import { formatMoney, type Money } from '@terrace/domain/money/money'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { toOneLine, type EmailContent } from './email-content.ts'

interface SearchMatchEmail {
  firstName: string
  /** `undefined` in production without `TRADE_ORIGINS`; the email then has no link. */
  link: string | undefined
  brand: string
  alert: {
    name: string
    matchCount: number
    event: {
      title: string
      localAt: string
      dateConfirmed: boolean
      timeConfirmed: boolean
      venueName: string
      city: string
    }
    /** The cheapest of them. */
    listings: readonly MatchedListing[]
  }
}

interface MatchedListing {
  section: string
  row: string
  available: number
  /** Fee included. */
  allInPrice: Money
}

/** Listings that started to match a saved search. */
export function searchMatchEmail({ firstName, link, brand, alert }: SearchMatchEmail): EmailContent {
  const { event, listings, matchCount } = alert
  const name = toOneLine(alert.name)
  const title = toOneLine(event.title)
  const when = formatEventDate({ ...event, local: event.localAt })
  const matches = matchCount === 1 ? '1 listing matches' : `${matchCount} listings match`
  const others = matchCount - listings.length
  return {
    subject: `${matches} “${name}”: ${title}`,
    firstName,
    paragraphs: [
      `${matches} your saved search “${name}” for ${title}, ${when}, ${toOneLine(event.venueName)}, ${toOneLine(event.city)}.`,
      ...listings.map(lineOf),
      ...(others > 0 ? [`And ${others} more.`] : []),
    ],
    ...(link !== undefined && { action: { label: 'View listing', link } }),
    footnote: `You saved this search on ${brand}. Manage alerts in Saved searches.`,
  }
}

function lineOf({ section, row, available, allInPrice }: MatchedListing): string {
  const seats = toOneLine(row === '' ? section : `${section}, row ${row}`)
  return `${seats}: ${formatMoney(allInPrice)} per ticket all-in, ${available > 0 ? `${formatTickets(available)} available` : 'none left'}.`
}
