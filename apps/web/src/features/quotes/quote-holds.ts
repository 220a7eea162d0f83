import type { WireHold } from '@terrace/contracts/holds'

interface Quoted {
  id: string
  offers: readonly { listing_id: string }[]
}

/** What the team holds of a quote: held for it, or held before, for no other quote, of a listing that it offers. */
export function holdsOfQuote(quote: Quoted, holds: readonly WireHold[]): WireHold[] {
  const offered = new Set(quote.offers.map(({ listing_id }) => listing_id))
  return holds.filter(({ quote_ref, listing_id }) =>
    quote_ref === undefined ? offered.has(listing_id) : quote_ref === quote.id,
  )
}
