import { hashKey, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { FeedResponse, WireListing } from '@terrace/contracts/listings'
import { useCallback, useMemo, useState } from 'react'
import { feedRequest, type FeedRequest, type FeedEvent } from '#web/features/listings/filters/feed-request.ts'
import { useFeedUpdates } from './use-feed-updates.ts'
import { insertPosition } from './listing-order.ts'
import { movedListings } from './moved-listings.ts'
import { countFilters, type FeedParams } from '#web/features/listings/filters/feed-params.ts'
import { feedQuery, heldListingsQuery, totalsQuery } from '#web/features/listings/queries.ts'
import { createStockReader } from './stock-reader.ts'
import { allInWireMoney } from '#web/features/listings/filters/price-limits.ts'
import { priceScale } from '#web/features/listings/filters/price-scale.ts'
import type { RemovedRow } from '#web/features/listings/row/use-row-holds.ts'

/** The event's loaded listings, kept current, with the data that list, filters and plan derive from them. */
export function useFeed(event: FeedEvent, params: FeedParams) {
  const request = feedRequest(event, params)
  const isFiltered = countFilters(params) > 0
  const query = useInfiniteQuery({
    ...feedQuery(request),
    // While another filter or order of the same event loads, the current list stays visible but dimmed.
    placeholderData: (previous, previousQuery) =>
      isOfEvent(previousQuery?.queryKey[1], request.event_id) ? previous : undefined,
  })
  const pages = query.data?.pages
  const isLoaded = pages !== undefined && !query.isPlaceholderData
  const totals = useTotals(request, isLoaded)
  const unfilteredMeta = useTotals(feedRequest(event, { currency: params.currency }), isLoaded)
  const { rowChanges, removed, dismissRemoved, reload, ...sorting } = useFeedUpdates({
    request,
    isFiltered,
    versions: { list: pages?.[0]?.meta.version, totals: isLoaded ? totals?.version : undefined },
    pageCount: isLoaded ? pages.length : 0,
  })

  const listings = useMemo(() => uniqueListings(pages?.flatMap((page) => page.data) ?? []), [pages])
  const { order_by, sort_order } = request
  const { listingsWhenSorted, clearListingsWhenSorted } = sorting
  const moved = useMemo(
    () => movedListings(listings, listingsWhenSorted, { order_by, sort_order }),
    [listings, listingsWhenSorted, order_by, sort_order],
  )
  const { refetch } = query
  const sortAgain = useCallback(async () => {
    const { isError } = await refetch()
    if (!isError) clearListingsWhenSorted()
  }, [refetch, clearListingsWhenSorted])
  const held = useHeld(totals)
  const tracked = useMemo(() => new Set(totals?.mine.tracked), [totals?.mine.tracked])
  const heldRows = useHeldRows({ request, listings, held, isFullyLoaded: !query.hasNextPage, isLoaded })
  const [readStock] = useState(createStockReader)
  const sections = totals?.facets.sections
  const feePercent = totals?.service_fee_percent ?? '0'
  const stock = useMemo(() => readStock(sections ?? [], feePercent), [readStock, sections, feePercent])
  const scale = useScale(unfilteredMeta?.currency === totals?.currency ? unfilteredMeta : totals)
  const removedRows = useMemo(() => [...removed, ...heldRows], [removed, heldRows])

  return {
    ...query,
    request,
    isFiltered,
    listings,
    stock,
    // The scale needs one currency; while the currency changes there is no scale.
    scale: scale?.minimums[0].currency === pages?.[0]?.meta.currency ? scale : null,
    held,
    tracked,
    rowChanges,
    removedRows,
    dismissRemoved,
    /** Listings whose place in the order changed; they stay where they are until `sortAgain`. */
    moved,
    sortAgain,
    /** The refetch of live changes; `error` while the last one failed. */
    reload,
    /** Totals of the filtered list. */
    meta: totals,
    /** Totals of the full event in the same currency. */
    unfilteredMeta,
  }
}

function useTotals(request: FeedRequest, isListLoaded: boolean): FeedResponse['meta'] | undefined {
  return useQuery({
    ...totalsQuery(request),
    // The first page of the list includes the totals.
    enabled: isListLoaded,
    placeholderData: (previous, previousQuery) =>
      isOfEvent(previousQuery?.queryKey[1], request.event_id) ? previous : undefined,
  }).data
}

function isOfEvent(request: unknown, eventId: number): boolean {
  return (
    typeof request === 'object' && request !== null && 'event_id' in request && request.event_id === eventId
  )
}

/** Quantity held by the team, per listing. */
function useHeld(meta: FeedResponse['meta'] | undefined): ReadonlyMap<string, number> {
  const held = meta?.mine.held
  return useMemo(() => {
    const quantities = new Map<string, number>()
    for (const { listing_id: id, quantity } of held ?? []) {
      quantities.set(id, (quantities.get(id) ?? 0) + quantity)
    }
    return quantities
  }, [held])
}

interface HeldRowsOptions {
  request: FeedRequest
  listings: readonly WireListing[]
  held: ReadonlyMap<string, number>
  isFullyLoaded: boolean
  isLoaded: boolean
}

/** The feed omits listings used up by the team's holds; they are shown as the team's own (product.md §4). */
function useHeldRows({ request, listings, held, isFullyLoaded, isLoaded }: HeldRowsOptions): RemovedRow[] {
  const ids = useMemo(() => {
    const present = new Set(listings.map(({ id }) => id))
    return [...held.keys()].filter((id) => !present.has(id)).toSorted()
  }, [listings, held])
  const { data } = useQuery({
    ...heldListingsQuery(ids, request),
    enabled: isLoaded && ids.length > 0,
    // Rows of earlier holds stay while a new one loads.
    placeholderData: (previous, previousQuery) =>
      previousQuery && hashKey([previousQuery.queryKey[1]]) === hashKey([request]) ? previous : undefined,
  })
  return useMemo(() => {
    const heldIds = new Set(ids)
    return (data ?? [])
      .filter(({ id }) => heldIds.has(id))
      .map((listing) => ({ listing, position: insertPosition(listing, listings, request) }))
      .filter(({ position }) => position < listings.length || isFullyLoaded)
      .map(({ listing, position }, heldRowsBefore) => ({
        listing,
        index: position + heldRowsBefore,
        reason: 'held' as const,
      }))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the requested order matters here; its matches are already in `data`
  }, [data, ids, listings, isFullyLoaded, request.order_by, request.sort_order])
}

function useScale(meta: FeedResponse['meta'] | undefined) {
  const lowest = meta?.min_price
  const highest = meta?.max_price
  return useMemo(
    () =>
      meta && lowest && highest
        ? priceScale(allInWireMoney(lowest, meta), allInWireMoney(highest, meta))
        : null,
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- every response creates new money objects; only their values matter
    [lowest?.amount, highest?.amount, lowest?.currency, meta?.service_fee_percent],
  )
}

/** The list may shift between two page requests, so a row can arrive twice. */
function uniqueListings(listings: WireListing[]): WireListing[] {
  const seen = new Set<string>()
  return listings.filter(({ id }) => !seen.has(id) && seen.add(id))
}
