import type { WireListing } from '@terrace/contracts/listings'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { useRef, useState } from 'react'
import { holdRequestItem } from '#web/features/holds/hold-request-item.ts'
import { holdError, type HoldError } from '#web/features/holds/hold-error.ts'
import { usePlaceHolds } from '#web/features/holds/mutations.ts'
import { holdRetries } from '#web/features/holds/retry-window.ts'
import { useIdempotencyKeys } from '#web/lib/http/use-idempotency-keys.ts'

/** A row that left the list while it was visible; it keeps its position and shows the reason. */
export interface RemovedRow {
  listing: WireListing
  index: number
  reason: 'held' | 'unavailable'
}

interface RemovedRowsOfList {
  listKey: string
  rows: readonly RemovedRow[]
}

export type RowHoldState = { kind: 'holding' } | { kind: 'rejected'; failure: HoldError }

/** Holds from the list's rows: each row has its own pending and error state, reset when `listKey` changes. */
export function useRowHolds(listKey: string) {
  const placeHolds = usePlaceHolds()
  const [states, setStates] = useState<ReadonlyMap<string, RowHoldState>>(new Map())
  const [removed, setRemoved] = useState<RemovedRowsOfList>({ listKey, rows: [] })
  const [announcement, setAnnouncement] = useState('')
  const withIdempotencyKey = useIdempotencyKeys(holdRetries.canReuseKey)
  const running = useRef(new Set<string>())
  if (removed.listKey !== listKey) {
    setRemoved({ listKey, rows: [] })
    // Running requests continue, whichever list is shown.
    setStates(new Map([...states].filter(([, { kind }]) => kind === 'holding')))
  }

  function setState(id: string, state: RowHoldState | null) {
    setStates((previous) => {
      const updated = new Map(previous)
      if (state === null) updated.delete(id)
      else updated.set(id, state)
      return updated
    })
  }

  function addRemoved(row: RemovedRow) {
    setRemoved((previous) => {
      if (previous.listKey !== listKey) return previous
      return {
        listKey,
        rows: [...previous.rows.filter(({ listing }) => listing.id !== row.listing.id), row],
      }
    })
  }

  async function hold(listing: WireListing, quantity: number, index: number): Promise<void> {
    const { id } = listing
    if (running.current.has(id)) return
    running.current.add(id)
    const items = [holdRequestItem(id, quantity, listing.proceed_price.currency)]
    setState(id, { kind: 'holding' })
    try {
      await withIdempotencyKey(JSON.stringify(items), (idempotencyKey) =>
        placeHolds.mutateAsync({ items, idempotencyKey }),
      )
      setState(id, null)
      setAnnouncement(`Held: ${formatTickets(quantity)}, ${listing.section}`)
      if (quantity >= listing.available) addRemoved({ listing, index, reason: 'held' })
    } catch (error) {
      const failure = holdError(error, listing.available, quantity)
      setState(id, { kind: 'rejected', failure })
      if (failure.isUnavailable) addRemoved({ listing, index, reason: 'unavailable' })
    } finally {
      running.current.delete(id)
    }
  }

  return {
    hold,
    states,
    removed: removed.rows,
    announcement,
    dismiss: (id: string) => {
      setState(id, null)
      setRemoved((previous) => ({
        ...previous,
        rows: previous.rows.filter(({ listing }) => listing.id !== id),
      }))
    },
  }
}
