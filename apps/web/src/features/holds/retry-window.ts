import { env } from '#web/lib/env.ts'
import { maxRetryMs } from '#web/lib/http/idempotency-key.ts'

/** Decides whether a request is a retry of an earlier one whose response was lost: only then it reuses the idempotency key. */
export interface RetryWindow {
  /** Whether an equal request, sent now, must reuse the key of the one sent at `sentAt`, which got no response. */
  canReuseKey(sentAt: number): boolean
  /** From now on, no request reuses the key of an earlier one. */
  forgetKeys(): void
}

function createRetryWindow(): RetryWindow {
  let forgottenAt = 0
  return {
    canReuseKey(sentAt) {
      // The response of an expired hold must not be returned as if it were a new hold.
      const windowMs = Math.min(maxRetryMs, env().hold_minutes * 60_000)
      return sentAt > forgottenAt && Date.now() - sentAt < windowMs
    },
    forgetKeys() {
      forgottenAt = Date.now()
    },
  }
}

export const holdRetries = createRetryWindow()
export const releaseRetries = createRetryWindow()
