import { useQuery } from '@tanstack/react-query'
import type { WireHold } from '@terrace/contracts/holds'
import { useEffect, useRef, useState } from 'react'
import {
  findExpiredHolds,
  clearRecordedExpirations,
  recordedExpirations,
  type ExpiredHold,
} from './recorded-expirations.ts'
import { holdsQuery, holdsEndedUnsoldQuery } from '#web/features/holds/queries.ts'

/** Holds that expired while they were shown, until they are dismissed or held again. */
export function useExpiredHolds() {
  const { data, dataUpdatedAt } = useQuery(holdsQuery())
  const holds = data?.data
  const previous = useRef<{ holds: readonly WireHold[]; lastUpdatedAt: number }>({
    holds: [],
    lastUpdatedAt: 0,
  })
  const [seen, setSeen] = useState<readonly ExpiredHold[]>([])
  const [recorded] = useState(recordedExpirations)
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  // Another device may have bought holds that ended before this page loaded or while it was in the background.
  const confirmedRecorded = useConfirmedExpired(recorded)
  const confirmedSeen = useConfirmedExpired(seen.filter(({ wasObserved }) => !wasObserved))

  useEffect(() => {
    if (holds === undefined) return
    const present = new Set(holds.map(({ hold_id }) => hold_id))
    const missing = previous.current.holds.filter(({ hold_id }) => !present.has(hold_id))
    const newlyExpired = findExpiredHolds(missing, previous.current.lastUpdatedAt)
    previous.current = { holds, lastUpdatedAt: dataUpdatedAt }
    if (newlyExpired.length > 0) setSeen((known) => [...known, ...newlyExpired])
  }, [holds, dataUpdatedAt])

  useEffect(() => {
    if (confirmedRecorded) clearRecordedExpirations()
  }, [confirmedRecorded])

  const visible = [
    ...recorded.filter(({ hold }) => confirmedRecorded?.has(hold.hold_id)),
    ...seen.filter(({ hold, wasObserved }) => wasObserved || confirmedSeen?.has(hold.hold_id)),
  ]
  return {
    expired: visible.filter(({ hold }) => !dismissed.has(hold.hold_id)),
    dismiss: (holdId: string) => setDismissed((known) => new Set([...known, holdId])),
  }
}

/**
 * Ids of the candidates that ended without a purchase; `undefined` until the first response. Confirmed ids stay while
 * a later request runs or fails.
 */
function useConfirmedExpired(candidates: readonly ExpiredHold[]): ReadonlySet<string> | undefined {
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>()
  const { data } = useQuery(holdsEndedUnsoldQuery(candidates.map(({ hold }) => hold.hold_id)))
  if (data && (!confirmed || data.some((id) => !confirmed.has(id))))
    setConfirmed(new Set([...(confirmed ?? []), ...data]))
  return confirmed
}
