import { useQuery } from '@tanstack/react-query'
import type { WireListing } from '@terrace/contracts/listings'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import type { Commission } from '@terrace/domain/money/commission'
import { selectedListingsQuery } from '#web/features/holds/queries.ts'
import { eventPricesQuery, heldCostsQuery } from './price-queries.ts'
import type { PendingOffer, PendingQuote } from './pending-quote.ts'
import { offerAmounts, offerCost, type OfferCost, type PricedQuantity } from './quote-pricing.ts'

/** An offer with its current cost in the quote's currency, from the server. */
export interface OfferWithCost extends PendingOffer {
  /** `null` until the cost has loaded. */
  cost: OfferCost | null
  /** Why the offer cannot be quoted like this. */
  problem: string | null
}

/**
 * Adds costs to the offers. Held tickets have the price of their hold, converted by the server for other currencies;
 * others have the feed's current price.
 */
export function useOfferCosts({ offers, performerIds, currency }: PendingQuote) {
  const listed = useListedCosts({
    ids: offers.filter(({ held }) => held === null).map(({ listingId }) => listingId),
    performerIds,
    currency,
  })
  const held = useQuery({
    ...heldCostsQuery(currency),
    enabled: offers.some((offer) => offer.held !== null && !isCostLocked(offer, currency)),
  })
  const heldCosts = new Map(held.data?.map((cost) => [cost.hold_id, cost]))

  function heldOffer(offer: PendingOffer): OfferWithCost {
    if (isCostLocked(offer, currency)) return { ...offer, cost: offer.held, problem: null }
    const heldCost = heldCosts.get(offer.id)
    if (!heldCost) return { ...offer, cost: null, problem: held.data ? 'No longer held' : null }
    const cost = { cost: fromWireMoney(heldCost.cost), fee: fromWireMoney(heldCost.service_fee) }
    return { ...offer, cost, problem: null }
  }

  return {
    offers: offers.map((offer) => (offer.held === null ? listed.withCost(offer) : heldOffer(offer))),
    isFailed: listed.isFailed || (held.isError && held.data === undefined),
    isFetching: listed.isFetching || held.isFetching,
    /** The currencies that the costs were converted from. */
    converted: [
      ...new Set(
        offers.map(({ held: hold, listingId }) => hold?.cost.currency ?? listed.currencyOf(listingId)),
      ),
    ].flatMap((code) => (code === undefined || code === currency ? [] : [code])),
    retry: () => void (listed.isFailed ? listed.retry() : held.refetch()),
  }
}

/** Adds amounts to the offers whose cost is known; without a valid commission, at cost. */
export function pricedOffers(
  offers: readonly OfferWithCost[],
  commission: Commission | null,
): PricedQuantity[] {
  return offers.flatMap(({ quantity, cost }) =>
    cost
      ? [{ quantity, amounts: offerAmounts(cost, commission ?? { method: 'percentage', basisPoints: 0 }) }]
      : [],
  )
}

function useListedCosts(input: {
  ids: readonly string[]
  performerIds: readonly number[]
  currency: string
}) {
  const { data, error, isFetching, refetch } = useQuery(selectedListingsQuery(input))
  const feed = data?.meta.currency === input.currency ? data : null
  const listingsById = new Map(feed?.data.map((listing) => [listing.id, listing]))
  return {
    withCost(offer: PendingOffer): OfferWithCost {
      const listing = listingsById.get(offer.listingId)
      // Listings that are no longer on sale are missing from the feed.
      const isFeedLoaded = feed !== null && !isFetching
      if (!feed || !listing)
        return { ...offer, cost: null, problem: isFeedLoaded ? 'No longer on sale' : null }
      return {
        ...offer,
        splits: listing.splits,
        cost: offerCost(fromWireMoney(listing.proceed_price), feed.meta.service_fee_percent),
        problem: problemOf(offer, listing),
      }
    },
    currencyOf: (listingId: string) => listingsById.get(listingId)?.original_price.currency,
    isFailed: feed === null && (error !== null || data === null) && input.ids.length > 0,
    isFetching,
    retry: refetch,
  }
}

function isCostLocked({ held }: PendingOffer, currency: string): boolean {
  return held !== null && held.cost.currency === currency
}

function problemOf({ quantity }: PendingOffer, { splits }: WireListing): string | null {
  if (splits.includes(quantity)) return null
  return splits.length === 0 ? 'Just sold out' : 'This quantity is no longer available'
}

/** Lowest and highest current price of the event, for event quotes. */
export function useEventCosts({
  scope,
  eventId,
  currency,
  isHospitality,
}: Pick<PendingQuote, 'scope' | 'eventId' | 'currency' | 'isHospitality'>) {
  const { data, error, isFetching, refetch } = useQuery({
    ...eventPricesQuery({ eventId, currency, isHospitality }),
    enabled: scope === 'event',
  })
  const costOf = (price: WireListing['proceed_price'] | null | undefined) =>
    price && data ? offerCost(fromWireMoney(price), data.service_fee_percent) : null
  return {
    listings: data?.total,
    lowest: costOf(data?.min_price),
    highest: costOf(data?.max_price),
    rateDate: data?.rate_date,
    isFailed: data === undefined && error !== null,
    isFetching,
    retry: () => void refetch(),
  }
}
