import { isFullyBought } from '../purchase/allocate-purchases.ts'
import type { ExchangeRate, Quote, QuoteOffer } from '../quote.ts'
import type { PricingContext } from './pricing-context.ts'

/**
 * The rates behind a quote's client prices, oldest date first: rates of the quote date where a lock, an acceptance or a
 * hold fixes the price, otherwise today's.
 */
export function exchangeRatesOf(
  quote: Pick<Quote, 'offers' | 'priceMode'>,
  pricing: PricingContext,
): ExchangeRate[] {
  return uniqueRates(quote.offers.flatMap((offer) => rateOf(quote, offer, pricing) ?? []))
}

/** Each rate once, oldest date first. */
export function uniqueRates(rates: readonly ExchangeRate[]): ExchangeRate[] {
  const unique = new Map(rates.map((rate) => [`${rate.currency} ${rate.date} ${rate.rate}`, rate]))
  return [...unique.values()].toSorted(
    (a, b) => a.date.localeCompare(b.date) || a.currency.localeCompare(b.currency),
  )
}

function rateOf(
  { priceMode }: Pick<Quote, 'priceMode'>,
  offer: QuoteOffer,
  { eventSnapshot, converter }: PricingContext,
): ExchangeRate | null {
  // Bought tickets have the rate of their order.
  if (isFullyBought(offer)) return null
  const { listingId, holdId, agreed, rateWhenQuoted } = offer
  const listing = eventSnapshot.listing(listingId)
  if (priceMode === 'locked' || agreed !== null || holdId !== null || !listing) return rateWhenQuoted
  return todaysRate(converter, listing.price.currency)
}

/** Today's rate from `currency`; `null` without one, or when it is the converter's own currency. */
export function todaysRate(converter: PricingContext['converter'], currency: string): ExchangeRate | null {
  const cross = converter.rateOf(currency)
  return cross?.rateDate === undefined ? null : { currency, rate: cross.rate, date: cross.rateDate }
}

/**
 * The oldest date of the rates behind the prices that a client sees; `null` when nothing was converted. Without the
 * rates themselves, which would reveal the sellers' currencies.
 */
export function clientRateDate(quote: Quote, { eventSnapshot, converter }: PricingContext): string | null {
  const listed =
    quote.scope === 'event' ? [...eventSnapshot.listings()].map(({ price }) => price.currency) : []
  const dates = [
    ...exchangeRatesOf(quote, { eventSnapshot, converter }),
    ...[...new Set(listed)].flatMap((currency) => todaysRate(converter, currency) ?? []),
  ].map(({ date }) => date)
  return dates.toSorted()[0] ?? null
}
