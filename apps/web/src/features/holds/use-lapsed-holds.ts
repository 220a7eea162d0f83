import { useQuery } from '@tanstack/react-query'
import type { WireHold } from '@terrace/contracts/holds'
import { useEffect, useRef, useState } from 'react'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { forgetLapsed, notedLapses } from './noted-lapses.ts'
import { lapsedQuery } from './queries.ts'

/** A hold counts as lapsed, rather than released or bought, when it is gone about when its time was. */
const tolerance = 2000

/** The holds that ran out while they were on the screen, until they are dismissed or held again. */
export function useLapsedHolds(holds: readonly WireHold[] | undefined) {
  const before = useRef<readonly WireHold[]>([])
  const [seen, setSeen] = useState<readonly WireHold[]>([])
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  const noted = useNotedLapses()
  useEffect(() => {
    if (holds === undefined) return
    const present = new Set(holds.map(({ hold_id }) => hold_id))
    const now = Date.now() + clockOffset()
    const gone = before.current.filter(
      ({ hold_id, state, expires_at }) =>
        state === 'active' && !present.has(hold_id) && Date.parse(expires_at) <= now + tolerance,
    )
    before.current = holds
    if (gone.length > 0) setSeen((known) => [...known, ...gone])
  }, [holds])
  return {
    lapsed: [...noted, ...seen].filter(({ hold_id }) => !dismissed.has(hold_id)),
    dismiss: (holdId: string) => setDismissed((known) => new Set([...known, holdId])),
  }
}

/** Those that ran out before the page was loaded. The server says whether they did: another device may have bought them. */
function useNotedLapses(): readonly WireHold[] {
  const [noted] = useState(notedLapses)
  const { data: lapsed } = useQuery(lapsedQuery(noted.map(({ hold_id }) => hold_id)))
  useEffect(() => {
    if (lapsed) forgetLapsed()
  }, [lapsed])
  return lapsed ? noted.filter(({ hold_id }) => lapsed.includes(hold_id)) : []
}
