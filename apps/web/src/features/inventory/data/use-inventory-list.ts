import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { TableSort } from '#web/ui/data-table/table-column.ts'
import {
  toFilterQuery,
  toListQuery,
  type InventoryFilter,
} from '#web/features/inventory/filter/inventory-filter.ts'
import type { EventGroup } from '#web/features/inventory/grid/group-row.tsx'
import { flatLayout, groupedLayout } from '#web/features/inventory/grid/row-layout.ts'
import { listQuery, summaryQuery, type InventorySummary, type SummaryEvent } from './queries.ts'

let lastRevision = 0

/** New for each visit and re-sort, so that a cached list from before an import is never shown again. */
function nextRevision(): number {
  lastRevision += 1
  return lastRevision
}

/**
 * The list as the URL describes it: its total, the rows of the grid, and the totals of its events. The shown list stays
 * until the next one has loaded, and its rows keep their places until `sortAgain`.
 */
export function useInventoryList(filter: InventoryFilter, sort: TableSort | null) {
  const [revision, setRevision] = useState(nextRevision)
  const [collapsed, setCollapsed] = useState<ReadonlySet<number>>(new Set())
  const wanted = useMemo(
    () => ({ query: toListQuery(filter, sort), filter: toFilterQuery(filter), revision }),
    [filter, sort, revision],
  )
  const list = useQuery(listQuery(wanted))
  const shown = list.data
  const current = useQuery({
    ...summaryQuery(shown?.state.filter ?? wanted.filter),
    enabled: shown !== undefined,
    staleTime: Infinity,
  })
  const isGrouped = shown?.state.query.group_by === 'event'
  const snapshot = shown?.summary
  const total = shown?.meta.total ?? 0
  const fresh = current.data
  const isOutdated = snapshot !== undefined && fresh !== undefined && !hasSameRows(snapshot, fresh)
  const summary = isOutdated ? snapshot : (fresh ?? snapshot)
  const events = summary?.events
  const rowLayout = useMemo(
    () =>
      isGrouped && events ? groupedLayout(events.map(toGroup), collapsed) : flatLayout<EventGroup>(total),
    [isGrouped, events, collapsed, total],
  )
  return {
    shown,
    summary,
    total,
    isGrouped,
    rowLayout,
    collapsed,
    toggleCollapsed: (eventId: number) =>
      setCollapsed((known) => {
        const next = new Set(known)
        if (!next.delete(eventId)) next.add(eventId)
        return next
      }),
    collapseAll: (collapses: boolean) =>
      setCollapsed(new Set(collapses ? (events ?? []).map(({ event }) => event.id) : [])),
    error: list.error,
    isPending: list.isPending,
    isFetching: list.isFetching,
    isStale: list.isPlaceholderData,
    refetch: list.refetch,
    /** Listings were added, or no longer match. */
    isOutdated,
    sortAgain: () => setRevision(nextRevision),
  }
}

export type InventoryList = ReturnType<typeof useInventoryList>

const toGroup = (event: SummaryEvent): EventGroup => ({
  id: event.event.id,
  count: event.listings,
  event,
})

/** Whether each event has as many listings as before, so that rows keep their places. */
function hasSameRows(before: InventorySummary, after: InventorySummary): boolean {
  return (
    before.events.length === after.events.length &&
    before.events.every(
      ({ event, listings }, index) =>
        after.events[index]?.event.id === event.id && after.events[index]?.listings === listings,
    )
  )
}
