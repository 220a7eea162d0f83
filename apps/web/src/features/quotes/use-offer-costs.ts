import { useQuery } from '@tanstack/react-query'
import type { WireListing } from '@terrace/contracts/listings'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { chosenListingsQuery } from '#web/features/holds/queries.ts'
import { eventPricesQuery } from './queries.ts'
import type { DraftOffer, QuoteDraft } from './quote-draft.ts'
import { offerCost, type OfferCost } from './quote-figures.ts'

/** What an offer costs now in the quote's currency, by the server's own figures. */
export interface KnownOffer extends DraftOffer {
  /** Null while it is not known. */
  cost: OfferCost | null
  /** Why it could not be offered like this. */
  problem: string | null
}

/** The offers with their cost. What was held in the quote's currency has its frozen price; anything else is asked for. */
export function useOfferCosts({ offers, teamIds, currency }: QuoteDraft) {
  const asked = offers.filter((offer) => !isFrozen(offer, currency))
  const { data, error, isFetching, refetch } = useQuery(
    chosenListingsQuery({ ids: asked.map(({ listingId }) => listingId), teamIds, currency }),
  )
  const answer = data?.meta.currency === currency ? data : null
  const facts = new Map(answer?.data.map((listing) => [listing.id, listing]))
  const known = offers.map((offer): KnownOffer => {
    if (offer.held && isFrozen(offer, currency)) return { ...offer, cost: offer.held, problem: null }
    const fact = facts.get(offer.listingId)
    if (!answer || !fact) {
      // The feed's second call leaves out what is no longer on sale; one that is held stays the offer.
      const why = offer.held ? 'Its price in this currency shows once the quote is made' : 'No longer on sale'
      return { ...offer, cost: null, problem: answer !== null && !isFetching ? why : null }
    }
    return {
      ...offer,
      splits: offer.held ? offer.splits : fact.splits,
      cost: offerCost(fromWireMoney(fact.proceed_price), answer.meta.service_fee_percent),
      problem: offer.held ? null : problemOf(offer, fact),
    }
  })
  return {
    offers: known,
    isFailed: answer === null && (error !== null || data === null) && asked.length > 0,
    isFetching,
    retry: () => void refetch(),
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
