import { hashKey, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { FeedResponse, WireListing } from '@terrace/contracts/listings'
import { useMemo, useState } from 'react'
import { feedFilter, type FeedFilter, type FeedSubject } from './feed-filter.ts'
import { useFeedNews } from './feed-news.ts'
import { placeOf } from './feed-order.ts'
import { countFilters, type FeedSearch } from './feed-search.ts'
import { feedQuery, heldListingsQuery, totalsQuery } from './queries.ts'
import { createStockReader } from './feed-stock.ts'
import { priceScale } from './price-scale.ts'
import type { Departed } from './use-row-holds.ts'

/** The event's listings as far as they are loaded, kept as they are now, and what list, filter and plan read of them. */
export function useFeed(subject: FeedSubject, search: FeedSearch) {
  const filter = feedFilter(subject, search)
  const isNarrowed = countFilters(search) > 0
  const query = useInfiniteQuery({
    ...feedQuery(filter),
    // The list stays, dimmed, while another order or choice of the same event is on its way.
    placeholderData: (previous, before) =>
      isOfEvent(before?.queryKey[1], filter.event_id) ? previous : undefined,
  })
  const pages = query.data?.pages
  const isKnown = pages !== undefined && !query.isPlaceholderData
  const totals = useTotals(filter, isKnown)
  const whole = useTotals(feedFilter(subject, { currency: search.currency }), isKnown)
  const { marks, gone, forgetGone } = useFeedNews({
    filter,
    isNarrowed,
    versions: { list: pages?.[0]?.meta.version, totals: isKnown ? totals?.version : undefined },
  })

  const listings = useMemo(() => withoutDoubles(pages?.flatMap((page) => page.data) ?? []), [pages])
  const held = useHeld(totals)
  const tracked = useMemo(() => new Set(totals?.mine.tracked), [totals?.mine.tracked])
  const yours = useYours({ filter, listings, held, isWhole: !query.hasNextPage, isKnown })
  const [readStock] = useState(createStockReader)
  const sections = totals?.facets.sections
  const stock = useMemo(() => readStock(sections ?? []), [readStock, sections])
  const scale = useScale(whole?.currency === totals?.currency ? whole : totals)
  const departed = useMemo(() => [...gone, ...yours], [gone, yours])

  return {
    ...query,
    filter,
    isNarrowed,
    listings,
    stock,
    // Colours are reckoned in one currency; between two of them there are none.
    scale: scale?.from[0].currency === pages?.[0]?.meta.currency ? scale : null,
    held,
    tracked,
    marks,
    departed,
    forgetGone,
    /** Of what the filter leaves. */
    meta: totals,
    /** Of the whole event, in the same currency. */
    whole,
  }
}

function useTotals(filter: FeedFilter, isListKnown: boolean): FeedResponse['meta'] | undefined {
  return useQuery({
    ...totalsQuery(filter),
    // The list's first page brings them.
    enabled: isListKnown,
    placeholderData: (previous, before) =>
      isOfEvent(before?.queryKey[1], filter.event_id) ? previous : undefined,
  }).data
}

function isOfEvent(filter: unknown, eventId: number): boolean {
  return typeof filter === 'object' && filter !== null && 'event_id' in filter && filter.event_id === eventId
}

/** Tickets that the team holds, by listing. */
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

interface YoursOptions {
  filter: FeedFilter
  listings: readonly WireListing[]
  held: ReadonlyMap<string, number>
  /** Nothing of the list is left to be loaded. */
  isWhole: boolean
  isKnown: boolean
}

/** What the team's own holds use up is not in the list any more; it stands there all the same, as theirs (product.md §4). */
function useYours({ filter, listings, held, isWhole, isKnown }: YoursOptions): Departed[] {
  const ids = useMemo(() => {
    const present = new Set(listings.map(({ id }) => id))
    return [...held.keys()].filter((id) => !present.has(id)).toSorted()
  }, [listings, held])
  const { data } = useQuery({
    ...heldListingsQuery(ids, filter),
    enabled: isKnown && ids.length > 0,
    // Those that were held before stay while one more is on its way.
    placeholderData: (previous, before) =>
      before && hashKey([before.queryKey[1]]) === hashKey([filter]) ? previous : undefined,
  })
  return useMemo(() => {
    const wanted = new Set(ids)
    return (data ?? []).flatMap((listing) => {
      const index = placeOf(listing, listings, filter)
      const isInSight = wanted.has(listing.id) && (index < listings.length || isWhole)
      return isInSight ? [{ listing, index, why: 'held' as const }] : []
    })
    // The order alone matters of the filter here, and what it lets through is in `data`.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data, ids, listings, isWhole, filter.order_by, filter.sort_order])
}

function useScale(meta: FeedResponse['meta'] | undefined) {
  const lowest = meta?.min_price
  const highest = meta?.max_price
  return useMemo(
    () => (lowest && highest ? priceScale(lowest, highest) : null),
    // Money objects come anew with every answer; what matters is what they say.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [lowest?.amount, highest?.amount, lowest?.currency],
  )
}

/** Between two pages the list may have moved by a row, which then comes twice. */
function withoutDoubles(listings: WireListing[]): WireListing[] {
  const seen = new Set<string>()
  return listings.filter(({ id }) => !seen.has(id) && seen.add(id))
}
