import type { WireHold } from '@terrace/contracts/holds'

interface Quoted {
  id: string
  offers: readonly { listing_id: string }[]
}

/** The holds that count for a quote: those placed for it, and holds of its listings that belong to no other quote. */
export function holdsOfQuote(quote: Quoted, holds: readonly WireHold[]): WireHold[] {
  const offered = new Set(quote.offers.map(({ listing_id }) => listing_id))
  return holds.filter(({ quote_ref, listing_id }) =>
    quote_ref === undefined ? offered.has(listing_id) : quote_ref === quote.id,
  )
}
