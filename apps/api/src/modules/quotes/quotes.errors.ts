import type { HoldLineCode, ReleaseLineCode } from '@terrace/domain/hold-line-codes'
import { defineErrors, type AppError } from '#api/shared/app-error.ts'

export const quoteErrors = defineErrors({
  'event.not_found': { status: 404, title: 'Event not found' },
  'currency.unknown': {
    status: 422,
    title: 'Prices are not available in this currency',
  },
  'quote.event_over': { status: 409, title: 'This event has started, was cancelled or has no date' },
  'quote.listings_invalid': { status: 409, title: 'These tickets can’t be quoted' },
  'quote.holds_invalid': { status: 409, title: 'These holds can’t be quoted' },
  'quote.rate_stale': {
    status: 409,
    title: 'Exchange rates are out of date. Only tickets priced in this currency can be quoted',
  },
  // For the broker: no quote of the team has this id. Clients get `quote.unknown`.
  'quote.not_found': { status: 404, title: 'Quote not found' },
  'quote.invalid_state': { status: 409, title: 'This quote can’t be changed in its current state' },
  'quote.withdrawal_final': { status: 409, title: 'This withdrawal can’t be undone' },
  'quote.offer_unknown': { status: 422, title: 'offers: contains an offer that is not part of this quote' },
  'quote.too_many_emails': {
    status: 429,
    title: 'Email limit reached for this quote. Share the link instead',
  },
  'quote.link_lost': {
    status: 409,
    title: 'This quote’s link can’t be recovered. Copy the quote to get a new one',
  },
  // Shown to clients on the quote page. Unknown: no quote has this link. Ended: it expired or was withdrawn, and the page
  // shows only how to contact the broker. Closed: the page still shows it, but it takes no response, such as after an order.
  'quote.unknown': { status: 404, title: 'This quote doesn’t exist' },
  'quote.ended': { status: 410, title: 'This quote is no longer available' },
  'quote.closed': { status: 409, title: 'This quote is closed' },
  'venue.not_found': { status: 404, title: 'This venue has no seating map' },
  'quote.offers_invalid': { status: 409, title: 'Some of your selection is no longer available' },
})

/** Rejects a quote currency without an exchange rate, as an error of its field. */
export const unknownCurrency = (): AppError =>
  quoteErrors.make('currency.unknown', {
    details: { fields: { currency_to_display: ['Prices are not available in this currency'] } },
  })

/** Messages for the broker when tickets cannot be quoted, by error code. */
export const quoteLineErrors = {
  'listing.not_found': 'Listing not found',
  'listing.other_event': 'All listings must be for the same event',
  'listing.withdrawn': 'The seller withdrew these tickets',
  'listing.own_team': 'These are your team’s own tickets',
  'listing.unavailable': 'Sold out',
  'listing.insufficient_quantity': 'Not enough tickets left',
  'listing.split_not_allowed': 'This quantity isn’t allowed by the seller',
  'listing.no_rate': 'No exchange rate is available for the currency of these tickets',
  'hold.not_found': 'Hold not found',
  'hold.ended': 'This hold is no longer active',
  'hold.paying': 'These tickets are being paid for',
  'hold.other_event': 'All holds must be for the same event',
} as const satisfies Partial<
  Record<HoldLineCode | ReleaseLineCode | 'listing.other_event' | 'hold.other_event', string>
>

/** An error with one entry per rejected line. The first one provides the title. */
export function quoteLinesError(
  code: 'quote.listings_invalid' | 'quote.holds_invalid',
  lines: readonly object[],
): AppError {
  const [first] = lines
  const title = first && 'title' in first && typeof first.title === 'string' ? first.title : undefined
  return quoteErrors.make(code, { ...(title !== undefined && { title }), details: { lines } })
}
