/** How long a lost request can be retried; well below the lifetime of a hold. */
const retryWindowMs = 10 * 60_000

let releasedAt = 0

/** Call after a release: holding the same tickets again must use a new idempotency key. */
export function requireNewHoldKeys(): void {
  releasedAt = Date.now()
}

/** Whether a request sent at `sentAt` without a response is the same as an equal request now. */
export function canReuseKey(sentAt: number): boolean {
  return sentAt > releasedAt && Date.now() - sentAt < retryWindowMs
}
