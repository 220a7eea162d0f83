import { defineErrors, type AppError } from '../../shared/app-error.ts'

export const quoteErrors = defineErrors({
  'event.not_found': { status: 404, title: 'This event does not exist' },
  'currency.unknown': {
    status: 422,
    title: 'currency_to_display: there is no exchange rate for this currency',
  },
  'quote.event_over': { status: 409, title: 'This event is over, cancelled or without a date' },
  'quote.listings_refused': { status: 409, title: 'These tickets cannot be quoted' },
  'quote.holds_refused': { status: 409, title: 'These holds cannot be quoted' },
  'quote.rate_stale': {
    status: 409,
    title: 'The exchange rates are out of date. Only tickets priced in this currency can be quoted now',
  },
  'quote.not_found': { status: 404, title: 'This quote does not exist' },
  'quote.not_possible': { status: 409, title: 'That is not possible with this quote now' },
  'quote.offer_unknown': { status: 422, title: 'offers: this quote has no such offer' },
  'quote.too_many_letters': {
    status: 429,
    title: 'This quote was sent too often already. Share its link instead',
  },
  'quote.link_lost': {
    status: 409,
    title: 'The link of this quote cannot be read any more. Copy the quote to get a new one',
  },
  // What a visitor is told.
  'quote.unknown': { status: 404, title: 'There is no quote at this link' },
  'quote.ended': { status: 410, title: 'This quote has ended' },
  'quote.closed': { status: 409, title: 'This quote takes no answers any more' },
  'venue.not_found': { status: 404, title: 'There is no seating plan for this venue' },
  'quote.offers_refused': { status: 409, title: 'Some of these tickets have just gone' },
})

/** The currency of a quote has no rate today; said at its field. */
export const currencyUnknown = (): AppError =>
  quoteErrors.make('currency.unknown', {
    details: { fields: { currency_to_display: ['there is no exchange rate for this currency'] } },
  })

/** Why tickets cannot be quoted, in words for the broker. */
export const quoteRefusals: Record<string, string> = {
  'listing.not_found': 'This listing does not exist',
  'listing.other_event': 'All listings of a quote must be of its event',
  'listing.withdrawn': 'The seller has withdrawn these tickets',
  'listing.own': 'These tickets are your own team’s',
  'listing.gone': 'These tickets are gone',
  'listing.insufficient_quantity': 'There are not that many tickets left',
  'listing.split_not_allowed': 'The seller does not sell this number of tickets',
  'listing.no_rate': 'There is no exchange rate for the currency of these tickets',
  'hold.not_found': 'Your team has no such hold',
  'hold.ended': 'This hold has ended',
  'hold.paying': 'These tickets are being paid for',
  'hold.other_event': 'All holds of a quote must be of its event',
}

/** All that cannot be quoted, a line each; the first one speaks for them. */
export function refusedToQuote(
  code: 'quote.listings_refused' | 'quote.holds_refused',
  lines: readonly object[],
): AppError {
  const [first] = lines
  const title = first && 'title' in first && typeof first.title === 'string' ? first.title : undefined
  return quoteErrors.make(code, { ...(title !== undefined && { title }), details: { lines } })
}
