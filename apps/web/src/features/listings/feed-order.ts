import type { WireListing } from '@terrace/contracts/listings'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import type { FeedFilter, FeedOrder } from './feed-filter.ts'

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const priceOf = ({ proceed_price }: WireListing) => fromWireMoney(proceed_price).minor

const comparators: Record<FeedOrder, (left: WireListing, right: WireListing) => number> = {
  price: (left, right) => priceOf(left) - priceOf(right),
  section: (left, right) => collator.compare(left.section, right.section),
  row: (left, right) => collator.compare(left.row, right.row),
  quantity: (left, right) => left.available - right.available,
  in_hand_date: (left, right) => collator.compare(left.in_hand_date, right.in_hand_date),
  // When it was published is not told; what comes to an open page is the newest there is.
  newest: () => -1,
}

/**
 * Where a listing that comes by itself belongs among the loaded ones, in the order that the server gave them; their number
 * where it belongs behind them all.
 */
export function placeOf(
  listing: WireListing,
  listings: readonly WireListing[],
  { order_by, sort_order }: Pick<FeedFilter, 'order_by' | 'sort_order'>,
): number {
  const direction = sort_order === 'asc' ? 1 : -1
  const behind = listings.findIndex((other) => {
    const order = direction * comparators[order_by](listing, other)
    return order < 0 || (order === 0 && priceOf(listing) < priceOf(other))
  })
  return behind === -1 ? listings.length : behind
}

/** What comes nearest to a listing that is gone: the same category before another, then by price. */
export function nearestTo(gone: WireListing, listings: readonly WireListing[]): WireListing | undefined {
  const price = priceOf(gone)
  const distance = (listing: WireListing) => Math.abs(priceOf(listing) - price)
  const others = listings.filter(({ id }) => id !== gone.id)
  const alike = others.filter(({ category }) => category.id === gone.category.id)
  return (alike.length > 0 ? alike : others).reduce<WireListing | undefined>(
    (best, listing) => (best === undefined || distance(listing) < distance(best) ? listing : best),
    undefined,
  )
}
