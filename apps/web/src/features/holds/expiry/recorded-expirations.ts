import type { WireHold } from '@terrace/contracts/holds'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { onSessionEnd } from '#web/lib/http/session.ts'

const storageKey = 'expired-holds'

/** A hold that left the basket after its expiry time. */
export interface ExpiredHold {
  hold: WireHold
  /**
   * Whether the basket was up to date when the hold ended. If not, another device may have released or bought the
   * tickets.
   */
  wasObserved: boolean
}

/** A hold that disappears this close to its expiry counts as expired, not as released or bought. */
const toleranceMs = 2000

/** Two refetch intervals of the basket (queries.ts); a longer silence means the page was in the background. */
const maxSilenceMs = 60_000

/** Filters the holds whose time is up. `lastUpdatedAt`: last basket update, by the device clock. */
export function findExpiredHolds(holds: readonly WireHold[], lastUpdatedAt: number): ExpiredHold[] {
  return holds
    .filter(
      ({ state, expires_at }) =>
        state === 'active' && Date.parse(expires_at) <= serverTime(Date.now()) + toleranceMs,
    )
    .map((hold) => ({
      hold,
      wasObserved: Date.parse(hold.expires_at) - serverTime(lastUpdatedAt) <= maxSilenceMs,
    }))
}

const serverTime = (local: number) => local + clockOffset()

/** Saves the expired holds so that the notice survives the full page load at zero (spec §4). */
export function recordExpired(holds: readonly WireHold[], lastUpdatedAt: number): void {
  const expired = findExpiredHolds(holds, lastUpdatedAt)
  if (expired.length > 0) sessionStorage.setItem(storageKey, JSON.stringify(expired))
}

/** Saved expirations that have not been shown yet. */
export function recordedExpirations(): readonly ExpiredHold[] {
  const text = sessionStorage.getItem(storageKey)
  // Written only by `recordExpired`.
  return text === null ? [] : (JSON.parse(text) as ExpiredHold[])
}

export function clearRecordedExpirations(): void {
  sessionStorage.removeItem(storageKey)
}

onSessionEnd(clearRecordedExpirations)
