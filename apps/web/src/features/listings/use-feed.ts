import { useInfiniteQuery } from '@tanstack/react-query'
import type { WireListing } from '@terrace/contracts/listings'
import { useEffect, useMemo } from 'react'
import type { FeedFilter } from './feed-filter.ts'
import { feedQuery } from './queries.ts'
import { priceScale, stockByBlock } from './price-scale.ts'

/** Pages fetched without being scrolled to, so that the plan knows nearly every event's whole stock. */
const pagesAhead = 10

/** The event's listings as far as they are loaded, and what table and plan both read from them. */
export function useFeed(filter: FeedFilter) {
  const query = useInfiniteQuery({
    ...feedQuery(filter),
    // The list stays, dimmed, while another order or quantity of the same event is on its way.
    placeholderData: (previous, before) => {
      const known = before?.queryKey[1]
      return typeof known === 'object' && known.event_id === filter.event_id ? previous : undefined
    },
  })
  const { data, hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage } = query
  const pages = data?.pages

  useEffect(() => {
    if (!hasNextPage || isFetching || isError || isPlaceholderData || (pages?.length ?? 0) >= pagesAhead)
      return
    void fetchNextPage()
  }, [hasNextPage, isFetching, isError, isPlaceholderData, pages, fetchNextPage])

  const listings = useMemo(() => withoutDoubles(pages?.flatMap((page) => page.data) ?? []), [pages])
  const stock = useMemo(() => stockByBlock(listings), [listings])
  const meta = pages?.[0]?.meta
  const lowest = meta?.min_price
  const highest = meta?.max_price
  const scale = useMemo(
    () => (lowest && highest ? priceScale(lowest, highest) : null),
    // Money objects come anew with every answer; what matters is what they say.
    // eslint-disable-next-line react/exhaustive-deps
    [lowest?.amount, highest?.amount, lowest?.currency],
  )
  const held = useMemo(() => {
    const quantities = new Map<string, number>()
    for (const { listing_id, quantity } of meta?.mine.held ?? []) {
      quantities.set(listing_id, (quantities.get(listing_id) ?? 0) + quantity)
    }
    return quantities
  }, [meta])

  return { ...query, listings, stock, scale, held, meta }
}

/** Between two pages the list may have moved by a row, which then comes twice. */
function withoutDoubles(listings: WireListing[]): WireListing[] {
  const seen = new Set<string>()
  return listings.filter(({ id }) => !seen.has(id) && seen.add(id))
}
