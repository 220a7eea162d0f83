import { useQuery } from '@tanstack/react-query'
import type { WireListing } from '@terrace/contracts/listings'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { chosenListingsQuery } from '#web/features/holds/queries.ts'
import { eventPricesQuery, heldCostsQuery } from './queries.ts'
import type { DraftOffer, QuoteDraft } from './quote-draft.ts'
import { offerCost, type OfferCost } from './quote-figures.ts'

/** What an offer costs now in the quote's currency, by the server's own figures. */
export interface KnownOffer extends DraftOffer {
  /** Null while it is not known. */
  cost: OfferCost | null
  /** Why it could not be offered like this. */
  problem: string | null
}

/**
 * The offers with their cost. What is held costs what its hold has frozen, which the server says in any other currency than the
 * hold's; what is listed costs what the feed says now.
 */
export function useOfferCosts({ offers, teamIds, currency }: QuoteDraft) {
  const listed = useListedCosts({
    ids: offers.filter(({ held }) => held === null).map(({ listingId }) => listingId),
    teamIds,
    currency,
  })
  const held = useQuery({
    ...heldCostsQuery(currency),
    enabled: offers.some((offer) => offer.held !== null && !isFrozen(offer, currency)),
  })
  const frozen = new Map(held.data?.map((cost) => [cost.hold_id, cost]))

  function heldOffer(offer: DraftOffer): KnownOffer {
    if (isFrozen(offer, currency)) return { ...offer, cost: offer.held, problem: null }
    const known = frozen.get(offer.id)
    if (!known) return { ...offer, cost: null, problem: held.data ? 'No longer held' : null }
    const cost = { price: fromWireMoney(known.cost), fee: fromWireMoney(known.service_fee) }
    return { ...offer, cost, problem: null }
  }

  return {
    offers: offers.map((offer) => (offer.held === null ? listed.of(offer) : heldOffer(offer))),
    isFailed: listed.isFailed || (held.isError && held.data === undefined),
    isFetching: listed.isFetching || held.isFetching,
    retry: () => void (listed.isFailed ? listed.retry() : held.refetch()),
  }
}

function useListedCosts(wanted: { ids: readonly string[]; teamIds: readonly number[]; currency: string }) {
  const { data, error, isFetching, refetch } = useQuery(chosenListingsQuery(wanted))
  const answer = data?.meta.currency === wanted.currency ? data : null
  const facts = new Map(answer?.data.map((listing) => [listing.id, listing]))
  return {
    of(offer: DraftOffer): KnownOffer {
      const fact = facts.get(offer.listingId)
      // The feed's second call leaves out what is no longer on sale.
      const isOver = answer !== null && !isFetching
      if (!answer || !fact) return { ...offer, cost: null, problem: isOver ? 'No longer on sale' : null }
      return {
        ...offer,
        splits: fact.splits,
        cost: offerCost(fromWireMoney(fact.proceed_price), answer.meta.service_fee_percent),
        problem: problemOf(offer, fact),
      }
    },
    isFailed: answer === null && (error !== null || data === null) && wanted.ids.length > 0,
    isFetching,
    retry: refetch,
  }
}

function isFrozen({ held }: DraftOffer, currency: string): boolean {
  return held !== null && held.price.currency === currency
}

function problemOf({ quantity }: DraftOffer, { splits }: WireListing): string | null {
  if (splits.includes(quantity)) return null
  return splits.length === 0 ? 'Sold out just now' : 'This number can no longer be had'
}

/** The cheapest and the dearest of the event, where all of it is quoted. */
export function useEventCosts({ scope, eventId, currency, isHospitality }: QuoteDraft) {
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
    isFailed: data === undefined && error !== null,
    isFetching,
    retry: () => void refetch(),
  }
}
