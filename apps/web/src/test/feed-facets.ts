import type { FeedFacets, WireListing } from '@terrace/contracts/listings'
import type { WireMoney } from '@terrace/contracts/wire-money'

/** The facets of an unfiltered feed with these listings. */
export function wireFacets(
  listings: readonly WireListing[],
  overrides: Partial<FeedFacets> = {},
): FeedFacets {
  const prices = listings.map(({ proceed_price: price }) => price).toSorted(byAmount)
  const [min = null, max = null] = [prices[0], prices.at(-1)]
  const count = (isCounted: (listing: WireListing) => boolean) => listings.filter(isCounted).length
  return {
    categories: countBy(
      listings,
      ({ category }) => category,
      ({ id }) => id,
    ),
    sections: countBy(
      listings,
      ({ section }) => ({ name: section }),
      ({ name }) => name,
    ),
    ticket_types: countBy(
      listings,
      ({ ticket_type: id }) => ({ id }),
      ({ id }) => id,
    ),
    brokers: countBy(
      listings,
      ({ seller }) => seller,
      ({ id }) => id,
    ),
    quantities: [1, 2, 3, 4, 5].map((id) => ({
      id,
      count: count(({ splits }) => splits.some((split) => split >= id)),
    })),
    flags: {
      new_listings: count(({ is_new: isNew }) => isNew),
      ticket_in_hand: count(({ in_hand_date: day }) => day < '2026'),
      hospitality: count(({ hospitality }) => hospitality),
      instant_download: count(({ instant_download: isInstant }) => isInstant),
    },
    price: {
      min,
      max,
      histogram: prices.slice(0, 24).map((price) => ({ from: price, to: price, count: 1 })),
    },
    ...overrides,
  }
}

function countBy<Value extends object>(
  listings: readonly WireListing[],
  valueOf: (listing: WireListing) => Value,
  keyOf: (value: Value) => string | number,
): (Value & { count: number; min_price: WireMoney })[] {
  const groups = Map.groupBy(listings, (listing) => keyOf(valueOf(listing)))
  return [...groups.values()].flatMap((group) => {
    const [cheapest] = group.toSorted((left, right) => byAmount(left.proceed_price, right.proceed_price))
    if (cheapest === undefined) return []
    return [{ ...valueOf(cheapest), count: group.length, min_price: cheapest.proceed_price }]
  })
}

function byAmount(left: WireMoney, right: WireMoney): number {
  return Number(left.amount) - Number(right.amount)
}
