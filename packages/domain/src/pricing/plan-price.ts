/**
 * What a price rule does to one listing. Amounts are minor units of the listing's currency, percentages basis points. Every
 * rounding is away from what a limit forbids.
 */

/** Terms of a rule. */
export interface PriceTerms {
  strategy: { by: 'match' } | { by: 'undercut'; minor: number } | { by: 'undercut_percent'; bp: number }
  /** Which comparable counts: 1 is the lowest. */
  place: number
  /** On top of the cost, for the lowest price of listings whose cost is known. */
  marginBp: number
  ceilingMinor: number | null
  /** Prices are multiples of it. */
  stepMinor: number | null
  maxBpPerDay: number
  maxChangesPerHour: number
  followsUp: boolean
  minComparables: number
}

/** A listing with what the brakes need to know of it. */
export interface PricedListing {
  priceMinor: number
  costMinor: number | null
  floorMinor: number | null
  /** Its price before the first move of the last 24 hours. */
  dayStartMinor: number
  movesLastHour: number
  /** A member set the price by hand, and the time for which that is respected has not passed. */
  isManual: boolean
}

/** Comparable listings that are no outliers. */
export interface Comparables {
  count: number
  /** The lowest prices, in ascending order. */
  lowest: readonly number[]
}

/** Why a rule leaves a price as it is. */
export const keptReasons = [
  'changed_by_hand',
  'no_floor',
  'too_few_comparables',
  'would_rise',
  'below_floor',
  'hour_limit',
  'day_limit',
  'already_there',
] as const
export type KeptReason = (typeof keptReasons)[number]

/** What kept a price from being where the strategy wants it. */
export const priceLimits = ['floor', 'ceiling', 'day_limit'] as const
export type PriceLimit = (typeof priceLimits)[number]

interface PlannedPrice {
  /** The price that the strategy wants, before limits; `null` without a comparable to follow. */
  wantedMinor: number | null
  floorMinor: number | null
  limitedBy: PriceLimit[]
}
export type PricePlan = PlannedPrice &
  ({ outcome: 'moved'; toMinor: number } | { outcome: 'kept'; reason: KeptReason })

/** The lowest price that the rule may set: the listing's floor, or cost with margin, whichever is higher. */
export function lowestPrice(
  { costMinor, floorMinor }: Pick<PricedListing, 'costMinor' | 'floorMinor'>,
  { marginBp }: Pick<PriceTerms, 'marginBp'>,
): number | null {
  const withMargin = costMinor === null ? null : Math.ceil((costMinor * (10_000 + marginBp)) / 10_000)
  // No price is 0, even of tickets that cost nothing.
  if (withMargin === null) return floorMinor
  return Math.max(1, withMargin, floorMinor ?? 0)
}

/** Decides the price of one listing. The first brake that applies gives the reason. */
export function planPrice(terms: PriceTerms, listing: PricedListing, market: Comparables): PricePlan {
  const floorMinor = lowestPrice(listing, terms)
  const reference = market.count < terms.minComparables ? undefined : market.lowest[terms.place - 1]
  const wantedMinor = reference === undefined ? null : wantedPrice(terms, reference)
  const kept = (reason: KeptReason, limitedBy: PriceLimit[] = []): PricePlan => ({
    outcome: 'kept',
    reason,
    wantedMinor,
    floorMinor,
    limitedBy,
  })
  if (listing.isManual) return kept('changed_by_hand')
  if (floorMinor === null) return kept('no_floor')
  if (wantedMinor === null) return kept('too_few_comparables')
  const { toMinor, limitedBy } = limitPrice(terms, { wantedMinor, floorMinor, listing })
  const { priceMinor } = listing
  if (toMinor < floorMinor) return kept('below_floor', limitedBy)
  if (toMinor === priceMinor)
    return kept(limitedBy.includes('day_limit') ? 'day_limit' : 'already_there', limitedBy)
  if (toMinor > priceMinor && !terms.followsUp) return kept('would_rise', limitedBy)
  if (listing.movesLastHour >= terms.maxChangesPerHour) return kept('hour_limit', limitedBy)
  return { outcome: 'moved', toMinor, wantedMinor, floorMinor, limitedBy }
}

/** Rounded down, so that the price is not above the one to match or to undercut. */
function wantedPrice({ strategy, stepMinor }: PriceTerms, reference: number): number {
  return Math.max(0, floorTo(beforeRounding(strategy, reference), stepMinor))
}

function beforeRounding(strategy: PriceTerms['strategy'], reference: number): number {
  switch (strategy.by) {
    case 'undercut':
      return reference - strategy.minor
    case 'undercut_percent':
      return Math.floor((reference * (10_000 - strategy.bp)) / 10_000)
    default:
      return reference
  }
}

/** The daily limit comes last: it holds even where floor or ceiling ask for a bigger step. */
function limitPrice(
  { ceilingMinor, stepMinor, maxBpPerDay }: PriceTerms,
  { wantedMinor, floorMinor, listing }: { wantedMinor: number; floorMinor: number; listing: PricedListing },
): { toMinor: number; limitedBy: PriceLimit[] } {
  const limitedBy: PriceLimit[] = []
  let toMinor = wantedMinor
  if (ceilingMinor !== null && toMinor > ceilingMinor) {
    toMinor = floorTo(ceilingMinor, stepMinor)
    limitedBy.push('ceiling')
  }
  if (toMinor < floorMinor) {
    toMinor = ceilTo(floorMinor, stepMinor)
    limitedBy.push('floor')
  }
  const { dayStartMinor, priceMinor } = listing
  const lowestToday = Math.ceil((dayStartMinor * (10_000 - maxBpPerDay)) / 10_000)
  const highestToday = Math.floor((dayStartMinor * (10_000 + maxBpPerDay)) / 10_000)
  if (toMinor < lowestToday) {
    // Not a rise: a price that is already below the day's limit stays.
    toMinor = Math.min(ceilTo(lowestToday, stepMinor), priceMinor)
    return { toMinor, limitedBy: ['day_limit'] }
  }
  if (toMinor > highestToday) {
    toMinor = Math.max(floorTo(highestToday, stepMinor), priceMinor)
    return { toMinor, limitedBy: ['day_limit'] }
  }
  return { toMinor, limitedBy }
}

const floorTo = (minor: number, step: number | null): number =>
  step === null || step <= 0 ? minor : Math.floor(minor / step) * step
const ceilTo = (minor: number, step: number | null): number =>
  step === null || step <= 0 ? minor : Math.ceil(minor / step) * step
