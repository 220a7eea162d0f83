import type { WireListing } from '@terrace/contracts/listings'
import { formatTickets } from '@terrace/domain/tickets'
import { useRef, useState } from 'react'
import { holdItem } from '#web/features/holds/hold-item.ts'
import { holdRefusal, type HoldRefusal } from '#web/features/holds/hold-refusal.ts'
import { usePlaceHolds } from '#web/features/holds/mutations.ts'
import { isSameAttempt } from '#web/features/holds/same-attempt.ts'
import { useIntentionKeys } from '#web/features/holds/use-intention-keys.ts'

/** A row that has left the list under the reader's eyes: it stays where it was and says why. */
export interface Departed {
  listing: WireListing
  /** Where it stood. */
  index: number
  why: 'held' | 'gone'
}

interface DepartedOf {
  list: string
  rows: readonly Departed[]
}

type RowState = { kind: 'holding' } | { kind: 'refused'; refusal: HoldRefusal }

/**
 * Holding from the rows of the list of this key: each row has its own pending state and its own answer. What has left one
 * list has not left another.
 */
export function useRowHolds(list: string) {
  const place = usePlaceHolds()
  const [states, setStates] = useState<ReadonlyMap<string, RowState>>(new Map())
  const [departed, setDeparted] = useState<DepartedOf>({ list, rows: [] })
  const [announcement, setAnnouncement] = useState('')
  const withKey = useIntentionKeys(isSameAttempt)
  const running = useRef(new Set<string>())
  if (departed.list !== list) {
    setDeparted({ list, rows: [] })
    // What is under way goes on, whichever list shows it.
    setStates(new Map([...states].filter(([, { kind }]) => kind === 'holding')))
  }

  function setState(id: string, state: RowState | null) {
    setStates((known) => {
      const next = new Map(known)
      if (state === null) next.delete(id)
      else next.set(id, state)
      return next
    })
  }

  function depart(leaving: Departed) {
    setDeparted((known) => {
      if (known.list !== list) return known
      return {
        list,
        rows: [...known.rows.filter(({ listing }) => listing.id !== leaving.listing.id), leaving],
      }
    })
  }

  async function hold(listing: WireListing, quantity: number, index: number): Promise<void> {
    const { id } = listing
    if (running.current.has(id)) return
    running.current.add(id)
    const items = [holdItem(id, quantity, listing.proceed_price.currency)]
    setState(id, { kind: 'holding' })
    try {
      await withKey(JSON.stringify(items), (idempotencyKey) => place.mutateAsync({ items, idempotencyKey }))
      setState(id, null)
      setAnnouncement(`Held: ${formatTickets(quantity)}, ${listing.section}`)
      if (quantity >= listing.available) depart({ listing, index, why: 'held' })
    } catch (error) {
      const refusal = holdRefusal(error, listing.available, quantity)
      setState(id, { kind: 'refused', refusal })
      if (refusal.isGone) depart({ listing, index, why: 'gone' })
    } finally {
      running.current.delete(id)
    }
  }

  return {
    hold,
    states,
    departed: departed.rows,
    announcement,
    forget: (id: string) => {
      setState(id, null)
      setDeparted((known) => ({ ...known, rows: known.rows.filter(({ listing }) => listing.id !== id) }))
    },
  }
}
