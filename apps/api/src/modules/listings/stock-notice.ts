/** Announces a new version of a listing or, without one, a change of the whole event. */
export interface StockNotice {
  eventId: number
  listing?: { id: string; version: number }
}

/** Returns `undefined` for outbox events that do not concern stock. */
export function stockNoticeOf(payload: Readonly<Record<string, unknown>>): StockNotice | undefined {
  const { eventId, listingId, version } = payload
  if (typeof eventId !== 'number') return undefined
  if (typeof listingId !== 'string') return { eventId }
  // Without a version, `Infinity` forces the listing to be read.
  return { eventId, listing: { id: listingId, version: typeof version === 'number' ? version : Infinity } }
}
