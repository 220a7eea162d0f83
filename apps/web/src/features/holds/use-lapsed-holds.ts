import { useQuery } from '@tanstack/react-query'
import type { WireHold } from '@terrace/contracts/holds'
import { useEffect, useRef, useState } from 'react'
import { endedHolds, forgetLapsed, notedLapses, type EndedHold } from './noted-lapses.ts'
import { holdsQuery, lapsedQuery } from './queries.ts'

/** The holds that ran out while they were on the screen, until they are dismissed or held again. */
export function useLapsedHolds() {
  const { data, dataUpdatedAt } = useQuery(holdsQuery())
  const holds = data?.data
  const before = useRef<{ holds: readonly WireHold[]; heardAt: number }>({ holds: [], heardAt: 0 })
  const [seen, setSeen] = useState<readonly EndedHold[]>([])
  const [noted] = useState(notedLapses)
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  // Of what ended before the page was loaded, or while it was away, another device may have bought the tickets.
  const lapsedOfNoted = useLapsed(noted)
  const lapsedOfSeen = useLapsed(seen.filter(({ isWatched }) => !isWatched))

  useEffect(() => {
    if (holds === undefined) return
    const present = new Set(holds.map(({ hold_id }) => hold_id))
    const missing = before.current.holds.filter(({ hold_id }) => !present.has(hold_id))
    const gone = endedHolds(missing, before.current.heardAt)
    before.current = { holds, heardAt: dataUpdatedAt }
    if (gone.length > 0) setSeen((known) => [...known, ...gone])
  }, [holds, dataUpdatedAt])

  useEffect(() => {
    if (lapsedOfNoted) forgetLapsed()
  }, [lapsedOfNoted])

  const told = [
    ...noted.filter(({ hold }) => lapsedOfNoted?.has(hold.hold_id)),
    ...seen.filter(({ hold, isWatched }) => isWatched || lapsedOfSeen?.has(hold.hold_id)),
  ]
  return {
    lapsed: told.filter(({ hold }) => !dismissed.has(hold.hold_id)),
    dismiss: (holdId: string) => setDismissed((known) => new Set([...known, holdId])),
  }
}

/**
 * Which of them are over without having been bought; undefined until the server has said so of any. What it has said stays,
 * also while it is asked about more of them, and where that fails.
 */
function useLapsed(ended: readonly EndedHold[]): ReadonlySet<string> | undefined {
  const [over, setOver] = useState<ReadonlySet<string>>()
  const { data } = useQuery(lapsedQuery(ended.map(({ hold }) => hold.hold_id)))
  if (data && (!over || data.some((id) => !over.has(id)))) setOver(new Set([...(over ?? []), ...data]))
  return over
}
