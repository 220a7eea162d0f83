import type { WireHold } from '@terrace/contracts/holds'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { onSessionEnd } from '#web/lib/session.ts'

const place = 'lapsed-holds'

/** Of these holds, those whose time is up: what the page says of them outlives the full load at zero (spec §4). */
export function noteLapsed(holds: readonly WireHold[]): void {
  const now = Date.now() + clockOffset()
  const lapsed = holds.filter(({ state, expires_at }) => state === 'active' && Date.parse(expires_at) <= now)
  if (lapsed.length > 0) sessionStorage.setItem(place, JSON.stringify(lapsed))
}

/** The holds that were noted and not yet told of. */
export function notedLapses(): readonly WireHold[] {
  const text = sessionStorage.getItem(place)
  // Written above and nowhere else.
  return text === null ? [] : (JSON.parse(text) as WireHold[])
}

/** They have been told of. */
export function forgetLapsed(): void {
  sessionStorage.removeItem(place)
}

onSessionEnd(forgetLapsed)
