import type { FeedResponse, WireListing } from '@terrace/contracts/listings'
import type { FeedFilter } from './feed-filter.ts'
import { placeOf } from './feed-order.ts'
import type { RowMark } from './rows.ts'
import type { Departed } from './use-row-holds.ts'

export interface FeedChanges {
  /** Loaded listings that were asked for again. */
  asked: readonly string[]
  /** Those of them that came back, whatever is left of each. */
  found: readonly WireListing[]
  /** Listings that were not loaded, and that the filter lets through. */
  come: readonly WireListing[]
  /** Listings of which the team holds some: what is used up of them is not gone but theirs. */
  held: ReadonlySet<string>
}

export interface ChangedFeed {
  pages: FeedResponse[]
  marks: Map<string, RowMark>
  gone: Departed[]
}

/**
 * The loaded pages with what has changed in them. A listing stays at its place also where its price belongs elsewhere now,
 * and where the filter would leave it out: nothing is moved from under the hand that reaches for it. A new one takes its
 * place in the order, unless that lies behind what is loaded and comes with its own page.
 */
export function withChanges(
  pages: readonly FeedResponse[],
  { asked, found, come, held }: FeedChanges,
  filter: FeedFilter,
): ChangedFeed {
  const marks = new Map<string, RowMark>()
  const gone: Departed[] = []
  const again = new Set(asked)
  const byId = new Map(found.map((listing) => [listing.id, listing]))
  let index = -1
  const kept = pages.map((page) => ({
    ...page,
    data: page.data.flatMap((before) => {
      index += 1
      if (!again.has(before.id)) return before
      const now = byId.get(before.id)
      if (now === undefined || now.available === 0) {
        gone.push({ listing: before, index, why: held.has(before.id) ? 'held' : 'gone' })
        return []
      }
      if (now.version < before.version) return before
      const mark = markOf(before, now)
      if (mark) marks.set(now.id, mark)
      return now
    }),
  }))
  const isWhole = kept.at(-1)?.meta.page === kept.at(-1)?.meta.last_page
  for (const listing of come) {
    const all = kept.flatMap((page) => page.data)
    const place = placeOf(listing, all, filter)
    if (listing.available === 0 || all.some(({ id }) => id === listing.id)) continue
    if (place === all.length && !isWhole) continue
    putIn(kept, listing, place)
    marks.set(listing.id, { kind: 'new', was: null })
  }
  return { pages: kept, marks, gone }
}

function markOf(before: WireListing, now: WireListing): RowMark | null {
  const isRepriced = before.proceed_price.amount !== now.proceed_price.amount
  if (!isRepriced && before.available === now.available) return null
  return { kind: 'changed', was: isRepriced ? before.proceed_price : null }
}

/** Into the page that holds the place; the last one also takes what comes behind its end. */
function putIn(pages: FeedResponse[], listing: WireListing, place: number): void {
  let first = 0
  for (const page of pages) {
    if (place < first + page.data.length || page === pages.at(-1)) {
      page.data.splice(place - first, 0, listing)
      return
    }
    first += page.data.length
  }
}
