/** How long a lost request can be retried; well below the lifetime of a hold. */
const retryWindowMs = 10 * 60_000

let endedAt = 0

/** Ends the retries of all requests sent by this page so far. */
export function endRetryWindow(): void {
  endedAt = Date.now()
}

/** Whether a request sent at `sentAt` without a response is the same as an equal request now. */
export function canReuseKey(sentAt: number): boolean {
  return sentAt > endedAt && Date.now() - sentAt < retryWindowMs
}
