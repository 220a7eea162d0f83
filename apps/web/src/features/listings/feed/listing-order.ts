import type { WireListing } from '@terrace/contracts/listings'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { deliveryTypes } from '@terrace/domain/tickets/delivery-types'
import { countRestrictions } from '@terrace/domain/tickets/listing-notes'
import type { FeedRequest, FeedOrder } from '#web/features/listings/filters/feed-request.ts'

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const priceOf = ({ proceed_price }: WireListing) => fromWireMoney(proceed_price).minor

/** Sort key per order; listings without one come last in both directions. */
const sortKeys: Record<FeedOrder, (listing: WireListing) => number | string | null> = {
  price: priceOf,
  all_in_price: ({ all_in_price: price }) => fromWireMoney(price).minor,
  face_value: faceValueOf,
  section: ({ section }) => section,
  row: ({ row }) => row,
  seats: ({ first_seat: seat }) => seat ?? null,
  quantity: ({ available }) => available,
  delivery: ({ ticket_type: type }) => deliveryTypes.indexOf(type),
  in_hand_date: ({ in_hand_date: day }) => day,
  restrictions: restrictionsOf,
  seller: ({ seller }) => seller.name,
  // Ascending starts with the newest listing.
  age: ({ published_at: time }) => -Date.parse(time),
  newest: ({ published_at: time }) => -Date.parse(time),
}

function restrictionsOf(listing: WireListing): number {
  return countRestrictions({
    notes: listing.notes,
    needsDeliveryDetails: listing.attendee_delivery_details_required,
    needsIdentification: listing.attendee_identification_details_required,
  })
}

/** In the currency of the feed, like the server's sort key. */
function faceValueOf({ face_value: faceValue, proceed_price, original_price }: WireListing): number | null {
  const sellersPrice = fromWireMoney(original_price).minor
  if (faceValue === null || sellersPrice === 0) return null
  return (fromWireMoney(faceValue).minor * fromWireMoney(proceed_price).minor) / sellersPrice
}

function compareKeys(left: number | string | null, right: number | string | null, direction: number): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  if (typeof left === 'number' && typeof right === 'number') return direction * (left - right)
  return direction * collator.compare(String(left), String(right))
}

export type ListingOrder = Pick<FeedRequest, 'order_by' | 'sort_order'>

/** Compares in the feed's order; the same key puts the cheaper listing first. */
export function compareListings(
  left: WireListing,
  right: WireListing,
  { order_by, sort_order }: ListingOrder,
): number {
  const direction = sort_order === 'asc' ? 1 : -1
  const comparison = compareKeys(sortKeys[order_by](left), sortKeys[order_by](right), direction)
  return comparison === 0 ? priceOf(left) - priceOf(right) : comparison
}

/**
 * The most listings that are in order with each other. Those that did not change since the list was sorted come before
 * any number of changed ones.
 */
export function listingsInPlace(
  listings: readonly WireListing[],
  isChanged: (id: string) => boolean,
  { order_by, sort_order }: ListingOrder,
): ReadonlySet<WireListing> {
  const direction = sort_order === 'asc' ? 1 : -1
  const keyOf = sortKeys[order_by]
  const sorted = listings
    .map((listing, index) => ({ listing, index, key: keyOf(listing), price: priceOf(listing) }))
    .toSorted((left, right) => compareKeys(left.key, right.key, direction) || left.price - right.price)
  /** Per listing; equal ones share their rank. */
  const ranks = Array.from({ length: listings.length }, () => 0)
  let rank = 0
  for (const [place, { index, key, price }] of sorted.entries()) {
    const before = sorted[place - 1]
    if (!before || compareKeys(before.key, key, direction) !== 0 || before.price !== price) rank += 1
    ranks[index] = rank
  }
  return heaviestPart(listings, ranks, ({ id }) => (isChanged(id) ? 1 : listings.length + 1))
}

/** The subsequence of ascending ranks, which start at 1, with the greatest weight; in O(n log n). */
function heaviestPart<Item>(
  items: readonly Item[],
  ranks: readonly number[],
  weightOf: (item: Item) => number,
): ReadonlySet<Item> {
  interface Part {
    weight: number
    last: Item
    before: Part | undefined
  }
  /** A Fenwick tree: the heaviest part that ends at or below a rank. */
  const tree = Array.from<unknown, Part | undefined>({ length: items.length + 1 }, () => undefined)
  const heavier = (left: Part | undefined, right: Part | undefined) =>
    (right?.weight ?? 0) > (left?.weight ?? 0) ? right : left
  const heaviestUpTo = (rank: number) => {
    let part: Part | undefined
    for (let node = rank; node > 0; node -= node & -node) part = heavier(part, tree[node])
    return part
  }
  for (const [index, last] of items.entries()) {
    const rank = ranks[index] ?? 1
    const before = heaviestUpTo(rank)
    const part = { weight: (before?.weight ?? 0) + weightOf(last), last, before }
    for (let node = rank; node < tree.length; node += node & -node) tree[node] = heavier(tree[node], part)
  }
  const heaviest = new Set<Item>()
  for (let part = heaviestUpTo(items.length); part; part = part.before) heaviest.add(part.last)
  return heaviest
}

/**
 * Position of a new listing among the loaded ones, in the feed's order; the list's length when it belongs after them.
 */
export function insertPosition(
  listing: WireListing,
  listings: readonly WireListing[],
  order: ListingOrder,
): number {
  const index = listings.findIndex((other) => compareListings(listing, other, order) < 0)
  return index === -1 ? listings.length : index
}

/** The closest alternative to an unavailable listing: same category first, then by price. */
export function nearestListing(
  target: WireListing,
  listings: readonly WireListing[],
): WireListing | undefined {
  const price = priceOf(target)
  const distance = (listing: WireListing) => Math.abs(priceOf(listing) - price)
  const others = listings.filter(({ id }) => id !== target.id)
  const sameCategory = others.filter(({ category }) => category.id === target.category.id)
  return (sameCategory.length > 0 ? sameCategory : others).reduce<WireListing | undefined>(
    (best, listing) => (best === undefined || distance(listing) < distance(best) ? listing : best),
    undefined,
  )
}
