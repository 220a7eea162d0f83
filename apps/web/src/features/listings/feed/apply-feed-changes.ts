import type { FeedResponse, WireListing } from '@terrace/contracts/listings'
import type { FeedRequest } from '#web/features/listings/filters/feed-request.ts'
import { compareListings, listingsInPlace, type ListingOrder } from './listing-order.ts'
import type { RowChange } from '#web/features/listings/row/rows.ts'
import type { RemovedRow } from '#web/features/listings/row/use-row-holds.ts'

export interface FeedChanges {
  /** Loaded listings that were refetched. */
  requestedIds: readonly string[]
  /** The refetched listings that still exist, sold out or not. */
  found: readonly WireListing[]
  /** Listings that were not loaded yet and match the filters. */
  added: readonly WireListing[]
  /** Added listings that belong after all loaded ones are on the loaded pages too. */
  appendsAtEnd?: boolean
  /** Ids of listings with holds of this team; their missing tickets are held, not sold. */
  held: ReadonlySet<string>
  /** Whether a listing changed, before these changes, since the list was sorted. */
  isOutdated?: (listingId: string) => boolean
}

export interface ChangedFeed {
  pages: FeedResponse[]
  rowChanges: Map<string, RowChange>
  /** Changed listings as they were before. */
  previous: Map<string, WireListing>
  removed: RemovedRow[]
}

/**
 * Applies changes to the loaded pages. A changed listing keeps its position even when its new price or the filters
 * say otherwise, so rows never move under the pointer. A new listing is inserted in order unless it belongs to a
 * page that is not loaded yet.
 */
export function applyFeedChanges(
  pages: readonly FeedResponse[],
  { requestedIds, found, added, appendsAtEnd = false, held, isOutdated = () => false }: FeedChanges,
  request: FeedRequest,
): ChangedFeed {
  const rowChanges = new Map<string, RowChange>()
  const previousListings = new Map<string, WireListing>()
  const removed: RemovedRow[] = []
  const requested = new Set(requestedIds)
  const byId = new Map(found.map((listing) => [listing.id, listing]))
  let index = -1
  const updatedPages = pages.map((page) => ({
    ...page,
    data: page.data.flatMap((previous) => {
      index += 1
      if (!requested.has(previous.id)) return previous
      const current = byId.get(previous.id)
      if (current === undefined || current.available === 0) {
        removed.push({ listing: previous, index, reason: held.has(previous.id) ? 'held' : 'unavailable' })
        return []
      }
      if (current.version < previous.version) return previous
      const rowChange = detectRowChange(previous, current)
      if (rowChange) rowChanges.set(current.id, rowChange)
      // Another exchange rate changes prices but no version.
      if (rowChange || current.version > previous.version) previousListings.set(current.id, previous)
      return current
    }),
  }))
  const last = updatedPages.at(-1)?.meta
  // A list that became shorter can have more loaded pages than it has now.
  const isFullyLoaded = last !== undefined && last.page >= last.last_page
  const present = new Set(updatedPages.flatMap(({ data }) => data.map(({ id }) => id)))
  const newListings = added.filter(({ id, available }) => available > 0 && !present.has(id))
  const inserted = insertListings(updatedPages, newListings, {
    order: request,
    appendsAtEnd: isFullyLoaded || appendsAtEnd,
    isChanged: (id) => isOutdated(id) || previousListings.has(id),
  })
  for (const { id } of inserted) rowChanges.set(id, { kind: 'new', previousPrice: null })
  return { pages: updatedPages, rowChanges, previous: previousListings, removed }
}

function detectRowChange(previous: WireListing, current: WireListing): RowChange | null {
  const isRepriced = previous.proceed_price.amount !== current.proceed_price.amount
  if (!isRepriced && previous.available === current.available) return null
  return { kind: 'changed', previousPrice: isRepriced ? previous.all_in_price : null }
}

/**
 * Inserts each listing before the first one that follows it in the order. Rows that a change left out of order do not
 * count. Listings that belong after all rows are appended if the loaded pages include the end. Returns what was inserted.
 */
function insertListings(
  pages: FeedResponse[],
  listings: readonly WireListing[],
  {
    order,
    appendsAtEnd,
    isChanged,
  }: { order: ListingOrder; appendsAtEnd: boolean; isChanged: (id: string) => boolean },
): readonly WireListing[] {
  if (listings.length === 0) return []
  const sorted = listings.toSorted((left, right) => compareListings(left, right, order))
  const rows = pages.flatMap(({ data }) => data)
  const inOrder = listingsInPlace(rows, isChanged, order)
  let count = 0
  for (const page of pages) {
    page.data = page.data.flatMap((other) => {
      if (!inOrder.has(other)) return other
      const first = count
      for (let next = sorted[count]; next && compareListings(next, other, order) < 0; next = sorted[count])
        count += 1
      return [...sorted.slice(first, count), other]
    })
  }
  if (!appendsAtEnd) return sorted.slice(0, count)
  pages.at(-1)?.data.push(...sorted.slice(count))
  return sorted
}
