import type { RejectedOffer } from '@terrace/contracts/quote-page'
import { toWireMoney } from '@terrace/contracts/wire-money'
import { clientPrice } from '@terrace/domain/money/commission'
import { currencyExponent } from '@terrace/domain/money/currencies'
import { parseDecimal, type Money } from '@terrace/domain/money/money'
import { invalidInput, type AppError } from '#api/shared/app-error.ts'
import { clientPrices } from '../pricing/offer-parts.ts'
import { selectableListings } from '../public-page/selectable-listings.ts'
import { priceOffers, quantityAvailableToTeam } from '../pricing/price-offers.ts'
import { selectableOfferId } from '../quote-slug.ts'
import type { Quote } from '../quote.ts'
import { quoteErrors } from '../quotes.errors.ts'
import type { NewOffer } from '../create/new-quote.repo.ts'
import { describeTickets } from '../create/ticket-description.ts'
import type { QuotePricingContext } from '../public-page/client-offer.ts'

export interface ChosenOffer {
  offerId: string
  quantity: number
  /**
   * The price per ticket that the client saw, as a decimal in the quote's currency. When absent, any price is
   * accepted.
   */
  seenPrice: string | undefined
}

export interface ValidChoice extends Omit<ChosenOffer, 'seenPrice'> {
  listingId: string
  /** Agreed, per ticket. */
  clientPrice: Money
  /** Set when the broker did not offer the listing; it is saved as a new offer. */
  selection: NewOffer | undefined
}

/**
 * Validates the client's choice at current prices. A listing shown in place of a sold-out offer may be chosen even if
 * others are nearer now.
 * @throws `quote.offers_invalid` with one entry per offer that is unavailable or has another price than the client
 * saw; `input.invalid` for several offers where the client may choose one.
 */
export function validateChoice(
  quote: Quote,
  pricing: QuotePricingContext,
  requested: readonly ChosenOffer[],
  { withAlternatives }: { withAlternatives: boolean },
): ValidChoice[] {
  if (quote.offerChoice === 'one' && requested.length > 1)
    throw invalidInput({ offers: ['must be one offer, because the client chooses one of these'] })
  const storedOffers = new Map(priceOffers(quote, pricing).map((priced) => [priced.offer.id, priced]))
  const canSelectListings = quote.scope === 'event' || withAlternatives
  const selectable = new Map(
    canSelectListings && requested.some(({ offerId }) => !storedOffers.has(offerId))
      ? selectableListings(quote, pricing, new Set()).map((selection) => [
          selectableOfferId(quote, selection.priced.listing.id),
          selection,
        ])
      : [],
  )
  const lines: RejectedOffer[] = []
  const reject = (offerId: string, code: RejectedOffer['code'], quantities: readonly number[] = []) => {
    lines.push({ offer_id: offerId, code, quantities: [...quantities] })
    return []
  }
  const rejectPrice = (offerId: string, price: Money, quantities: readonly number[]) => {
    lines.push({
      offer_id: offerId,
      code: 'offer.price',
      quantities: [...quantities],
      price: toWireMoney(price),
    })
    return []
  }
  const chosen = requested.flatMap(({ offerId, quantity, seenPrice }): ValidChoice[] => {
    const [stored, selection] = [storedOffers.get(offerId), selectable.get(offerId)]
    const quantities = stored?.quantities ?? selection?.quantities
    if (!quantities) return reject(offerId, 'offer.unknown')
    if (quantities.length === 0) return reject(offerId, 'offer.unavailable')
    if (!quantities.includes(quantity)) return reject(offerId, 'offer.quantity', quantities)
    if (stored) {
      // An open quote has no bought parts, so the remaining parts share one client price.
      const { lowest } = clientPrices(stored.parts)
      if (!isPriceSeen(seenPrice, lowest)) return rejectPrice(offerId, lowest, quantities)
      const { listingId } = stored.offer
      return [{ offerId, quantity, listingId, clientPrice: lowest, selection: undefined }]
    }
    const { listing, price: cost } = selection?.priced ?? {}
    const rate = listing && pricing.converter.rateOf(listing.price.currency)
    if (!listing || !cost || !rate) return reject(offerId, 'offer.unavailable')
    const agreed = clientPrice(cost, quote.commission)
    if (!isPriceSeen(seenPrice, agreed)) return rejectPrice(offerId, agreed, quantities)
    const offer: NewOffer = {
      id: offerId,
      listingId: listing.id,
      kind: 'selected',
      quantity,
      holdId: null,
      snapshot: describeTickets(listing),
      costWhenQuoted: cost,
      accepted: quantity,
      agreed,
      position: quote.offers.length,
      unconvertedPrice: listing.price,
      rate: rate.rate,
      rateDate: rate.rateDate ?? null,
    }
    return [{ offerId, quantity, listingId: listing.id, clientPrice: agreed, selection: offer }]
  })
  for (const { offerId, listingId } of chosen) {
    const listing = pricing.eventSnapshot.listing(listingId)
    if (
      quantityForListing(chosen, listingId) >
      (listing ? quantityAvailableToTeam(listing, pricing.eventSnapshot, quote.teamId) : 0)
    )
      reject(offerId, 'offer.too_many_together')
  }
  if (lines.length > 0) throw offersRejected(lines)
  return chosen
}

function isPriceSeen(seen: string | undefined, { minor, currency }: Money): boolean {
  if (seen === undefined) return true
  const parsed = parseDecimal(seen, currencyExponent(currency))
  return parsed.ok && parsed.minor === minor
}

function offersRejected(lines: readonly RejectedOffer[]): AppError {
  const title = 'The price of some of these tickets just changed'
  const onlyPricesChanged = lines.every(({ code }) => code === 'offer.price')
  return quoteErrors.make('quote.offers_invalid', { ...(onlyPricesChanged && { title }), details: { lines } })
}

/** Sums the quantity of a listing, which may back several offers. */
export function quantityForListing(chosen: readonly ValidChoice[], listingId: string): number {
  return chosen.reduce((sum, each) => sum + (each.listingId === listingId ? each.quantity : 0), 0)
}
