import { env } from '#web/lib/env.ts'
import { maxRetryMs } from '#web/lib/http/idempotency-key.ts'

/** How long a retry after a lost response reuses its idempotency key. */
export interface RetryWindow {
  /** Whether an equal request now repeats the one of `sentAt`, which got no response, so that it must use the same key. */
  canReuseKey(sentAt: number): boolean
  /** Ends the retries of all requests sent by this page so far. */
  end(): void
}

function createRetryWindow(): RetryWindow {
  let endedAt = 0
  return {
    canReuseKey(sentAt) {
      // The response of an expired hold must not be returned as if it were a new hold.
      const windowMs = Math.min(maxRetryMs, env().hold_minutes * 60_000)
      return sentAt > endedAt && Date.now() - sentAt < windowMs
    },
    end() {
      endedAt = Date.now()
    },
  }
}

export const holdRetries = createRetryWindow()
export const releaseRetries = createRetryWindow()
