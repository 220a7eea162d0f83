import { shortHash } from '@terrace/domain/text/short-hash'
import { newIdempotencyKey } from '#web/lib/http/idempotency-key.ts'
import { onSessionEnd } from '#web/lib/http/session.ts'
import type { CheckoutPayload } from './payload.ts'

/**
 * A purchase that was sent but has no response yet. It survives a reload, so retries reuse its key and charge only once
 * (product.md §4).
 */
interface PendingPurchase {
  key: string
  hash: string
  payload: CheckoutPayload
}

const storageKey = 'checkout-idempotency'

/** The idempotency key of a payload. The same payload keeps its key; another one gets a new key. */
export function idempotencyKeyFor(payload: CheckoutPayload): string {
  const hash = shortHash(JSON.stringify(payload))
  const existing = readPendingPurchase()
  if (existing?.hash === hash) return existing.key
  const key = newIdempotencyKey()
  sessionStorage.setItem(storageKey, JSON.stringify({ key, hash, payload } satisfies PendingPurchase))
  return key
}

/** The purchase that has no response yet, or `null`. */
export function readPendingPurchase(): PendingPurchase | null {
  const text = sessionStorage.getItem(storageKey)
  // Only `idempotencyKeyFor` writes this entry.
  return text === null ? null : (JSON.parse(text) as PendingPurchase)
}

/** Call after the server responds, so the next purchase gets a new key. */
export function clearPendingPurchase(): void {
  sessionStorage.removeItem(storageKey)
}

// The payload may contain attendee details, so it must not outlive the session.
onSessionEnd(clearPendingPurchase)
