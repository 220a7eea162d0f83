/** What a notice tells the books: a listing has reached this version; or, of no listing, that the whole event has changed. */
export interface StockNotice {
  eventId: number
  listing?: { id: string; version: number }
}

/** Undefined for what does not concern the stock of an event. */
export function stockNoticeOf(payload: Readonly<Record<string, unknown>>): StockNotice | undefined {
  const { eventId, listingId, version } = payload
  if (typeof eventId !== 'number') return undefined
  if (typeof listingId !== 'string') return { eventId }
  // A version that nobody has makes sure that the listing is read.
  return { eventId, listing: { id: listingId, version: typeof version === 'number' ? version : Infinity } }
}
