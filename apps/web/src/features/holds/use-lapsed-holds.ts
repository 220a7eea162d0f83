import type { WireHold } from '@terrace/contracts/holds'
import { useEffect, useRef, useState } from 'react'
import { clockOffset } from '#web/lib/clock-offset.ts'

/** A hold counts as lapsed, rather than released or bought, when it is gone about when its time was. */
const tolerance = 2000

/** The holds that ran out while they were on the screen, until they are dismissed or held again. */
export function useLapsedHolds(holds: readonly WireHold[] | undefined) {
  const before = useRef<readonly WireHold[]>([])
  const [lapsed, setLapsed] = useState<readonly WireHold[]>([])
  useEffect(() => {
    if (holds === undefined) return
    const present = new Set(holds.map(({ hold_id }) => hold_id))
    const now = Date.now() + clockOffset()
    const gone = before.current.filter(
      ({ hold_id, state, expires_at }) =>
        state === 'active' && !present.has(hold_id) && Date.parse(expires_at) <= now + tolerance,
    )
    before.current = holds
    if (gone.length > 0) setLapsed((known) => [...known, ...gone])
  }, [holds])
  return {
    lapsed,
    dismiss: (holdId: string) => setLapsed((known) => known.filter(({ hold_id }) => hold_id !== holdId)),
  }
}
