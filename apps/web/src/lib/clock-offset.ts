/**
 * How far the server's clock is ahead of this one, in milliseconds, learnt from `Date` headers.
 *
 * A `Date` has whole seconds and was written somewhere between sending and receiving, so each answer gives an interval
 * in which the offset must lie. The intersection of all intervals narrows with every call; an answer that contradicts
 * it means that one of the clocks was set, and starts afresh.
 */
let earliest = Number.NEGATIVE_INFINITY
let latest = Number.POSITIVE_INFINITY

/** `sentAt` and `receivedAt` are this clock's times in ms; `date` is the header's text. */
export function learnServerTime(date: string | null, sentAt: number, receivedAt: number): void {
  const server = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(server)) return
  const low = server - receivedAt
  const high = server + 1000 - sentAt
  if (low > latest || high < earliest) {
    earliest = low
    latest = high
    return
  }
  earliest = Math.max(earliest, low)
  latest = Math.min(latest, high)
}

/** Server time minus browser time in ms; 0 until an answer was seen. */
export function clockOffset(): number {
  return Number.isFinite(earliest) && Number.isFinite(latest) ? Math.round((earliest + latest) / 2) : 0
}

/** Forgets what was learnt; for tests. */
export function resetClockOffset(): void {
  earliest = Number.NEGATIVE_INFINITY
  latest = Number.POSITIVE_INFINITY
}
