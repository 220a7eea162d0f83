import type { FeedResponse } from '@terrace/contracts/listings'
import { fromWireMoney, toWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import { money } from '@terrace/domain/money/money'
import { allInPrice, highestPriceWithin, lowestPriceFrom } from '@terrace/domain/money/service-fee'

/** The feed's currency and fee. */
type PriceTerms = Pick<FeedResponse['meta'], 'currency' | 'service_fee_percent'>

export type LimitEnd = 'min' | 'max'

function feeBasisPoints({ service_fee_percent }: Pick<PriceTerms, 'service_fee_percent'>): number {
  return Math.round(Number(service_fee_percent) * 100)
}

/** A price of the feed with its fee, as checkout adds it. */
export function allInWireMoney(price: WireMoney, terms: Pick<PriceTerms, 'service_fee_percent'>): WireMoney {
  return toWireMoney(allInPrice(fromWireMoney(price), feeBasisPoints(terms)))
}

/**
 * The limit for the URL and the wire, where limits apply to the price before the fee (spec §3). It selects the same
 * listings as the all-in limit.
 */
export function limitBeforeFee(end: LimitEnd, allIn: string, terms: PriceTerms): string {
  const limit = fromWireMoney({ amount: allIn, currency: terms.currency })
  const convert = end === 'min' ? lowestPriceFrom : highestPriceWithin
  return shortAmount(convert(limit, feeBasisPoints(terms)).minor, terms)
}

/**
 * The all-in limit that selects the same listings as a limit of the URL. Rounding of the fee skips some all-in prices, so
 * several limits can be equivalent; one in whole units is preferred, as it was probably typed. Example with a fee of 5 %:
 * £238.09 is £249.99 all-in and £238.10 is £250.01, so £249.99 and £250 are the same maximum, and £250 is shown.
 */
export function allInLimit(end: LimitEnd, beforeFee: string, terms: PriceTerms): string {
  const feeBp = feeBasisPoints(terms)
  const price = fromWireMoney({ amount: beforeFee, currency: terms.currency })
  const exact = allInPrice(price, feeBp).minor
  const outward = end === 'min' ? -1 : 1
  const nextOutside = money(Math.max(0, price.minor + outward), price.currency)
  // The widest limit that still excludes the next price outside.
  const widest = allInPrice(nextOutside, feeBp).minor - outward
  return shortAmount(widest > 0 && widest % 100 === 0 ? widest : exact, terms)
}

/** Without `.00`. */
function shortAmount(minor: number, { currency }: PriceTerms): string {
  return toWireMoney(money(minor, currency)).amount.replace(/\.00$/, '')
}
