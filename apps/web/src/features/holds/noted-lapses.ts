import type { WireHold } from '@terrace/contracts/holds'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { onSessionEnd } from '#web/lib/session.ts'

const place = 'ended-holds'

/** A hold that is gone from the basket and whose time is up. */
export interface EndedHold {
  hold: WireHold
  /** News of it came until about its end: it ran out. Otherwise another device may have released it, or bought the tickets. */
  isWatched: boolean
}

/** A hold ended by its time, rather than by a release or a purchase, when it is gone about when its time was. */
const tolerance = 2000

/** Two rounds of the basket's own asking (queries.ts): a page that has heard nothing for longer has been away. */
const longestSilence = 60_000

/** Of these holds, those whose time is up. `heardAt`: when the basket was last heard of, by this device's clock. */
export function endedHolds(holds: readonly WireHold[], heardAt: number): EndedHold[] {
  return holds
    .filter(
      ({ state, expires_at }) =>
        state === 'active' && Date.parse(expires_at) <= serverTime(Date.now()) + tolerance,
    )
    .map((hold) => ({ hold, isWatched: Date.parse(hold.expires_at) - serverTime(heardAt) <= longestSilence }))
}

const serverTime = (local: number) => local + clockOffset()

/** What the page says of these holds outlives the full load at zero (spec §4). */
export function noteLapsed(holds: readonly WireHold[], heardAt: number): void {
  const ended = endedHolds(holds, heardAt)
  if (ended.length > 0) sessionStorage.setItem(place, JSON.stringify(ended))
}

/** The holds that were noted and not yet told of. */
export function notedLapses(): readonly EndedHold[] {
  const text = sessionStorage.getItem(place)
  // Written above and nowhere else.
  return text === null ? [] : (JSON.parse(text) as EndedHold[])
}

/** They have been told of. */
export function forgetLapsed(): void {
  sessionStorage.removeItem(place)
}

onSessionEnd(forgetLapsed)
