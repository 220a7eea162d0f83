/**
 * Offset of the server's clock in milliseconds, estimated from `Date` headers.
 * A `Date` has whole seconds and was written between sending and receiving, so each response gives an interval for
 * the offset. Intervals are intersected; a contradiction means that a clock was changed, and resets the estimate.
 */
let earliest = Number.NEGATIVE_INFINITY
let latest = Number.POSITIVE_INFINITY

/** `sentAt` and `receivedAt` are client times in ms; `date` is the header's value. */
export function recordServerTime(date: string | null, sentAt: number, receivedAt: number): void {
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

/** Server time minus client time in ms; 0 before the first response. */
export function clockOffset(): number {
  return Number.isFinite(earliest) && Number.isFinite(latest) ? Math.round((earliest + latest) / 2) : 0
}

/** The smallest offset the responses so far allow; 0 before the first. A time built with it is never too late. */
export function earliestClockOffset(): number {
  return Number.isFinite(earliest) ? earliest : 0
}

/** Resets the estimate; for tests. */
export function resetClockOffset(): void {
  earliest = Number.NEGATIVE_INFINITY
  latest = Number.POSITIVE_INFINITY
}
