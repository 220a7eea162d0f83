import { hashKey, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { eventChannel, eventChannelEvents, eventUpdate } from '@terrace/contracts/realtime'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { coalesce } from '#web/lib/coalesce.ts'
import { dataKeys } from '#web/lib/data-keys.ts'
import { listen } from '#web/lib/http/realtime-client.ts'
import type { FeedRequest } from '#web/features/listings/filters/feed-request.ts'
import { useRowChanges } from './use-row-changes.ts'
import { useHoldChanges } from './use-hold-changes.ts'
import { refreshListings, type ReportedVersion } from './refresh-listings.ts'
import { reloadListings } from './reload-listings.ts'
import { feedQuery, maxListingsById } from '#web/features/listings/queries.ts'

const delaysMs = { listings: 200, totals: 1000, refetch: 400, retry: 30_000 }

interface FeedUpdatesOptions {
  request: FeedRequest
  isFiltered: boolean
  /** Stock versions of the list and of its totals; `undefined` until loaded. */
  versions: { list: string | undefined; totals: string | undefined }
  /** Number of loaded pages of the list. */
  pageCount: number
}

/**
 * Keeps the loaded listings and totals current: refetches what the event's channel or the team's own actions report,
 * and everything after a connection gap or too many changes. Shown rows keep their order. Returns the recent row changes.
 */
export function useFeedUpdates({ request, isFiltered, versions, pageCount }: FeedUpdatesOptions) {
  const queryClient = useQueryClient()
  const listKey = hashKey([request])
  const { showChanges, ...rowChangeState } = useRowChanges(listKey)
  const { listingsWhenSorted } = rowChangeState
  const isOutdated = (id: string) => listingsWhenSorted.has(id)
  const shownListKey = useRef(listKey)
  const queueUpdates = useRef<(updates: Iterable<readonly [string, ReportedVersion]>) => void>(
    () => undefined,
  )
  const queueReload = useRef<() => void>(() => undefined)
  const hadUpdates = useRef(false)
  const isReloading = useRef(false)
  const hasRemovedRows = useRef(false)
  const retryTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [failure, setFailure] = useState<{ listKey: string; error: unknown } | null>(null)
  const [isSubscribed, setIsSubscribed] = useState(false)

  const refresh = useEffectEvent(async (updates: ReadonlyMap<string, ReportedVersion>) => {
    if (updates.size > maxListingsById) return queueReload.current()
    const { queryKey } = feedQuery(request)
    const isPageLoading = queryClient.isFetching({ queryKey, exact: true }) > 0
    const changed = await refreshListings(queryClient, { updates, request, isFiltered, isOutdated })
    // Another list is shown meanwhile.
    if (shownListKey.current !== listKey) return markStale(queryClient, hashKey(queryKey))
    if (changed === 'failed') return queueReload.current()
    if (changed === null) return
    showChanges(changed)
    if (changed.removed.length > 0) {
      hasRemovedRows.current = true
      if (isPageLoading) queueReload.current()
    }
    if (changed.outdated.length > 0)
      setTimeout(() => queueUpdates.current(changed.outdated), delaysMs.refetch)
  })
  const reload = useEffectEvent(async () => {
    const { queryKey } = feedQuery(request)
    const shown = hashKey(queryKey)
    void queryClient.invalidateQueries({
      queryKey: [dataKeys.tickets],
      predicate: ({ queryHash }) => queryHash !== shown,
    })
    try {
      const changed = await reloadListings(queryClient, request, isOutdated)
      if (shownListKey.current !== listKey) return markStale(queryClient, hashKey(queryKey))
      hasRemovedRows.current = false
      setFailure(null)
      if (changed) showChanges(changed)
      else void queryClient.invalidateQueries({ queryKey, exact: true })
    } catch (error) {
      if (shownListKey.current !== listKey) return
      setFailure({ listKey, error })
      clearTimeout(retryTimer.current)
      // Random, so that not all browsers retry together after an outage.
      retryTimer.current = setTimeout(() => queueReload.current(), delaysMs.retry * (1 + Math.random() / 2))
    } finally {
      isReloading.current = false
    }
  })
  useEffect(() => {
    shownListKey.current = listKey
    hasRemovedRows.current = false
    return () => clearTimeout(retryTimer.current)
  }, [listKey])
  // When the user leaves a list, its cached rows stay out of order, and what they were sorted by is no longer known.
  const hasOutdatedOrder = listingsWhenSorted.size > 0
  const shownHash = hashKey(feedQuery(request).queryKey)
  useEffect(
    () => (hasOutdatedOrder ? () => markStale(queryClient, shownHash) : undefined),
    [queryClient, shownHash, hasOutdatedOrder],
  )
  useEffect(() => {
    const listings = coalesce<string, ReportedVersion>((updates) => refresh(updates), delaysMs.listings)
    const totals = coalesce<'all', null>(() => refetchTotals(queryClient), delaysMs.totals)
    const reloads = coalesce<'all', null>(() => reload(), delaysMs.refetch)
    queueReload.current = () => {
      isReloading.current = true
      reloads.add([['all', null]])
      totals.add([['all', null]])
    }
    queueUpdates.current = (updates) => {
      hadUpdates.current = true
      listings.add(updates)
      totals.add([['all', null]])
    }
    return () => {
      listings.stop()
      reloads.stop()
      totals.stop()
    }
  }, [queryClient])

  const handleEvent = useEffectEvent((data: unknown) => {
    const parsed = eventUpdate.safeParse(data)
    if (!parsed.success) return
    const { event_changed: isEventChanged, listings } = parsed.data
    if (isEventChanged) {
      const params = { event_id: request.event_id }
      void queryClient.invalidateQueries({ queryKey: [catalogueRoutes.event.name, params] })
    }
    if (isEventChanged || listings === null) queueReload.current()
    else queueUpdates.current(listings.map(({ id, version }) => [id, version]))
  })
  const eventId = request.event_id
  useEffect(() => {
    let wasSubscribed = false
    const unsubscribe = listen(eventChannel(eventId), {
      onEvent: (name, data) => void (name === eventChannelEvents.changed && handleEvent(data)),
      onLive(isLive) {
        if (!isLive) return
        if (wasSubscribed) queueReload.current()
        wasSubscribed = true
        setIsSubscribed(true)
      },
    })
    return () => {
      unsubscribe()
      setIsSubscribed(false)
    }
  }, [eventId])
  // Updates sent before the list loaded or the channel was subscribed are missed. Refetching the totals is cheap and
  // reveals whether the list is outdated.
  const isListLoaded = versions.list !== undefined
  useEffect(() => {
    if (isSubscribed && isListLoaded) void refetchTotals(queryClient)
  }, [isSubscribed, isListLoaded, queryClient])
  useHoldChanges(request, (ids) => queueUpdates.current(ids.map((id) => [id, null])))

  // Without sockets no updates arrive, so totals of another version mean that the list is outdated.
  const lastTotalsVersion = useRef<string>(undefined)
  const refetch = useEffectEvent(() => {
    const hasMissedUpdates =
      lastTotalsVersion.current !== undefined &&
      !hadUpdates.current &&
      !isReloading.current &&
      versions.totals !== versions.list
    lastTotalsVersion.current = versions.totals
    hadUpdates.current = false
    if (hasMissedUpdates) queueReload.current()
  })
  useEffect(() => {
    if (versions.totals !== undefined) refetch()
  }, [versions.totals])

  // Removed rows shift the server's pages, so the next page omits listings that moved up to the loaded ones.
  const lastLoad = useRef({ listKey, pageCount })
  useEffect(() => {
    const isNextPage = lastLoad.current.listKey === listKey && lastLoad.current.pageCount < pageCount
    lastLoad.current = { listKey, pageCount }
    if (isNextPage && hasRemovedRows.current) queueReload.current()
  }, [listKey, pageCount])

  const error = failure?.listKey === listKey ? failure.error : null
  return { ...rowChangeState, reload: { error, run: () => queueReload.current() } }
}

function refetchTotals(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [dataKeys.stockTotals] })
}

/** Refetches the list with this query hash when it is next shown. */
function markStale(queryClient: QueryClient, listHash: string): void {
  void queryClient.invalidateQueries({
    queryKey: [dataKeys.tickets],
    predicate: ({ queryHash }) => queryHash === listHash,
    refetchType: 'none',
  })
}
