import type { WireListing } from '@terrace/contracts/listings'
import { useCallback, useState } from 'react'
import type { RowChange } from '#web/features/listings/row/rows.ts'
import type { RemovedRow } from '#web/features/listings/row/use-row-holds.ts'
import type { ChangedFeed } from './apply-feed-changes.ts'

/** How long a change is highlighted (product.md §3). */
const rowChangeMs = 2000

/** Recent changes of the list with this key; resets when the key changes. */
export function useRowChanges(listKey: string) {
  const [rowChanges, setRowChanges] = useState<ReadonlyMap<string, RowChange>>(new Map())
  const [removed, setRemoved] = useState<readonly RemovedRow[]>([])
  const [listingsWhenSorted, setListingsWhenSorted] = useState<ReadonlyMap<string, WireListing>>(new Map())
  const [shownListKey, setShownListKey] = useState(listKey)
  if (shownListKey !== listKey) {
    setShownListKey(listKey)
    setRowChanges(new Map())
    setRemoved([])
    setListingsWhenSorted(new Map())
  }

  function showChanges({
    rowChanges: changes,
    previous,
    removed: newlyRemoved,
  }: Pick<ChangedFeed, 'rowChanges' | 'previous' | 'removed'>): void {
    // The first of several changes counts, because the list was sorted by the value before it.
    if (previous.size > 0) setListingsWhenSorted((known) => new Map([...previous, ...known]))
    if (newlyRemoved.length > 0) setRemoved((previous) => [...previous, ...newlyRemoved])
    if (changes.size === 0) return
    setRowChanges((previous) => new Map([...previous, ...changes]))
    setTimeout(
      () =>
        setRowChanges(
          (previous) => new Map([...previous].filter(([id, rowChange]) => changes.get(id) !== rowChange)),
        ),
      rowChangeMs,
    )
  }

  function dismissRemoved(ids: readonly string[]): void {
    setRemoved((previous) => previous.filter(({ listing }) => !ids.includes(listing.id)))
  }

  /** Discards the sort values of changed listings once the list is sorted again. */
  const clearListingsWhenSorted = useCallback(() => setListingsWhenSorted(new Map()), [])

  return { rowChanges, removed, listingsWhenSorted, showChanges, dismissRemoved, clearListingsWhenSorted }
}
