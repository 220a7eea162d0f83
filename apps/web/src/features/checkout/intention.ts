import { shortHash } from '@terrace/domain/short-hash'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { onSessionEnd } from '#web/lib/session.ts'
import type { CheckoutPayload } from './payload.ts'

/**
 * One purchase that was asked for and not yet answered. It outlives a reload of the tab, so that a double click, a lost
 * connection and a reload all repeat the same call with the same key, and nobody pays twice (product.md §4).
 */
interface Intention {
  key: string
  hash: string
  payload: CheckoutPayload
}

const place = 'checkout-intention'

/** The key for this payload: the kept one where it is the same purchase, else a new one, kept from now on. */
export function keyFor(payload: CheckoutPayload): string {
  const hash = shortHash(JSON.stringify(payload))
  const known = unanswered()
  if (known?.hash === hash) return known.key
  const key = newIdempotencyKey()
  sessionStorage.setItem(place, JSON.stringify({ key, hash, payload } satisfies Intention))
  return key
}

/** The purchase whose answer never arrived, or null. */
export function unanswered(): Intention | null {
  const text = sessionStorage.getItem(place)
  // Written above and nowhere else.
  return text === null ? null : (JSON.parse(text) as Intention)
}

/** The answer has come: the next press is another intention. */
export function forgetIntention(): void {
  sessionStorage.removeItem(place)
}

// It may say who attends: nothing of that stays for whoever logs in next.
onSessionEnd(forgetIntention)
