import type { RefusedOffer } from '@terrace/contracts/quote-page'
import { toWireMoney } from '@terrace/contracts/wire-money'
import { currencyExponent } from '@terrace/domain/currencies'
import { parseDecimal, type Money } from '@terrace/domain/money'
import type { AppError } from '../../shared/app-error.ts'
import { clientPrices } from './offer-parts.ts'
import { pickable } from './pick-offers.ts'
import { figure, priceOffers, reachOf } from './price-offers.ts'
import { pickId } from './quote-slug.ts'
import type { Quote } from './quote.ts'
import { quoteErrors } from './quotes.errors.ts'
import type { NewOffer } from './new-quote.repo.ts'
import { quotedFacts } from './quoted-facts.ts'
import type { VisitorStock } from './visitor-offer.ts'

export interface ChosenOffer {
  offerId: string
  quantity: number
  /** Per ticket, in the quote's currency, as a decimal number: what the client saw. Absent: whatever it is. */
  seenPrice: string | undefined
}

/** What a visitor may have of what was chosen. */
export interface Chosen extends Omit<ChosenOffer, 'seenPrice'> {
  listingId: string
  /** Per ticket: what the client said yes to. */
  price: Money
  /** To be written, where the broker had not offered it by name. */
  pick: NewOffer | undefined
}

/**
 * What the visitor chose, at what it costs the client now. Throws `quote.offers_refused` with a line for each offer that
 * cannot be had so, or not at the price that was seen; what was on the page a moment ago may still be picked, though others are nearer by now.
 */
export function judgeChoice(
  quote: Quote,
  stock: VisitorStock,
  wanted: readonly ChosenOffer[],
  { withAlternatives }: { withAlternatives: boolean },
): Chosen[] {
  const named = new Map(priceOffers(quote, stock).map((now) => [now.offer.id, now]))
  const mayPick = quote.scope === 'event' || withAlternatives
  const picks = new Map(
    mayPick && wanted.some(({ offerId }) => !named.has(offerId))
      ? pickable(quote, stock, new Set()).map((pick) => [pickId(quote, pick.row.listing.id), pick])
      : [],
  )
  const lines: RefusedOffer[] = []
  const refuse = (offerId: string, code: RefusedOffer['code'], quantities: readonly number[] = []) => {
    lines.push({ offer_id: offerId, code, quantities: [...quantities] })
    return []
  }
  const refusePrice = (offerId: string, price: Money, quantities: readonly number[]) => {
    lines.push({
      offer_id: offerId,
      code: 'offer.price',
      quantities: [...quantities],
      price: toWireMoney(price),
    })
    return []
  }
  const chosen = wanted.flatMap(({ offerId, quantity, seenPrice }): Chosen[] => {
    const [now, pick] = [named.get(offerId), picks.get(offerId)]
    const quantities = now?.quantities ?? pick?.quantities
    if (!quantities) return refuse(offerId, 'offer.unknown')
    if (quantities.length === 0) return refuse(offerId, 'offer.gone')
    if (!quantities.includes(quantity)) return refuse(offerId, 'offer.quantity', quantities)
    if (now) {
      // Of a quote that takes answers nothing is bought, and what is left of an offer is one price to the client.
      const { lowest: price } = clientPrices(now.parts)
      if (!isSeen(seenPrice, price)) return refusePrice(offerId, price, quantities)
      return [{ offerId, quantity, listingId: now.offer.listingId, price, pick: undefined }]
    }
    const { listing, price } = pick?.row ?? {}
    const rate = listing && stock.converter.rateOf(listing.price.currency)
    if (!listing || !price || !rate) return refuse(offerId, 'offer.gone')
    const { clientPrice } = figure(quote, price, price)
    if (!isSeen(seenPrice, clientPrice)) return refusePrice(offerId, clientPrice, quantities)
    const offer: NewOffer = {
      id: offerId,
      listingId: listing.id,
      kind: 'picked',
      quantity,
      holdId: null,
      facts: quotedFacts(listing),
      costThen: price,
      accepted: quantity,
      agreed: clientPrice,
      position: quote.offers.length,
      price: listing.price,
      rate: rate.rate,
      rateDate: rate.rateDate ?? null,
    }
    return [{ offerId, quantity, listingId: listing.id, price: clientPrice, pick: offer }]
  })
  for (const { offerId, listingId } of chosen) {
    const listing = stock.book.listing(listingId)
    if (sumByListing(chosen, listingId) > (listing ? reachOf(listing, stock.book, quote.teamId) : 0))
      refuse(offerId, 'offer.too_many_together')
  }
  if (lines.length > 0) throw refused(lines)
  return chosen
}

function isSeen(seen: string | undefined, { minor, currency }: Money): boolean {
  if (seen === undefined) return true
  const parsed = parseDecimal(seen, currencyExponent(currency))
  return parsed.ok && parsed.minor === minor
}

function refused(lines: readonly RefusedOffer[]): AppError {
  const title = 'The price of some of these tickets has just changed'
  const isOfPrices = lines.every(({ code }) => code === 'offer.price')
  return quoteErrors.make('quote.offers_refused', { ...(isOfPrices && { title }), details: { lines } })
}

/** Two offers may be of one listing. */
export function sumByListing(chosen: readonly Chosen[], listingId: string): number {
  return chosen.reduce((sum, each) => sum + (each.listingId === listingId ? each.quantity : 0), 0)
}
