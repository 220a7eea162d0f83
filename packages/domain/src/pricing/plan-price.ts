/**
 * What a price rule does to one listing. Amounts are minor units of the listing's currency, percentages basis points.
 * Rounding never takes a price past a limit: minimum prices are rounded up, maximum prices down.
 */

/** Terms of a rule. */
export interface PriceTerms {
  strategy: { by: 'match' } | { by: 'undercut'; minor: number } | { by: 'undercut_percent'; bp: number }
  /** The comparable whose price the rule follows: 1 is the lowest, 2 the second lowest. */
  rank: number
  /** The minimum price of a listing with a known cost is the cost plus this share of it. */
  marginBp: number
  ceilingMinor: number | null
  /** Prices are multiples of it. */
  stepMinor: number | null
  maxBpPerDay: number
  maxChangesPerHour: number
  followsUp: boolean
  minComparables: number
}

/** A listing whose price the rule decides, with what the checks of `planPrice` need. */
export interface ListingToPrice {
  priceMinor: number
  costMinor: number | null
  /** The lowest price that the seller set for this listing. */
  floorMinor: number | null
  /** Its price before the first move of the last 24 hours; the daily limit is a share of it. */
  dayLimitBaseMinor: number
  movesLastHour: number
  /** A member set the price by hand so recently that rules leave it alone. */
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

/** The limits that can change the price which the strategy asks for. */
export const priceLimits = ['floor', 'ceiling', 'day_limit'] as const
export type PriceLimit = (typeof priceLimits)[number]

interface PlannedPrice {
  /** The price that the strategy asks for, before limits; `null` without a comparable to follow. */
  wantedMinor: number | null
  /** The lowest price that the rule may set: {@link minimumPrice}. */
  minimumMinor: number | null
  limitedBy: PriceLimit[]
}
export type PricePlan = PlannedPrice &
  ({ outcome: 'moved'; toMinor: number } | { outcome: 'kept'; reason: KeptReason })

/** The lowest price that the rule may set: the listing's floor, or cost with margin, whichever is higher. */
export function minimumPrice(
  { costMinor, floorMinor }: Pick<ListingToPrice, 'costMinor' | 'floorMinor'>,
  { marginBp }: Pick<PriceTerms, 'marginBp'>,
): number | null {
  const withMargin = costMinor === null ? null : Math.ceil((costMinor * (10_000 + marginBp)) / 10_000)
  // No price is 0, even of tickets that cost nothing.
  if (withMargin === null) return floorMinor
  return Math.max(1, withMargin, floorMinor ?? 0)
}

/** Decides the price of one listing. If several checks would keep the price, the first one gives the reason. */
export function planPrice(terms: PriceTerms, listing: ListingToPrice, market: Comparables): PricePlan {
  const minimumMinor = minimumPrice(listing, terms)
  const reference = market.count < terms.minComparables ? undefined : market.lowest[terms.rank - 1]
  const wantedMinor = reference === undefined ? null : wantedPrice(terms, reference)
  const kept = (reason: KeptReason, limitedBy: PriceLimit[] = []): PricePlan => ({
    outcome: 'kept',
    reason,
    wantedMinor,
    minimumMinor,
    limitedBy,
  })
  if (listing.isManual) return kept('changed_by_hand')
  if (minimumMinor === null) return kept('no_floor')
  if (wantedMinor === null) return kept('too_few_comparables')
  const { toMinor, limitedBy } = limitPrice(terms, { wantedMinor, minimumMinor, listing })
  const { priceMinor } = listing
  if (toMinor < minimumMinor) return kept('below_floor', limitedBy)
  if (toMinor === priceMinor)
    return kept(limitedBy.includes('day_limit') ? 'day_limit' : 'already_there', limitedBy)
  if (toMinor > priceMinor && !terms.followsUp) return kept('would_rise', limitedBy)
  if (listing.movesLastHour >= terms.maxChangesPerHour) return kept('hour_limit', limitedBy)
  return { outcome: 'moved', toMinor, wantedMinor, minimumMinor, limitedBy }
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

/** The daily limit comes last, so it also applies where floor or ceiling ask for a bigger change. */
function limitPrice(
  { ceilingMinor, stepMinor, maxBpPerDay }: PriceTerms,
  {
    wantedMinor,
    minimumMinor,
    listing,
  }: { wantedMinor: number; minimumMinor: number; listing: ListingToPrice },
): { toMinor: number; limitedBy: PriceLimit[] } {
  const limitedBy: PriceLimit[] = []
  let toMinor = wantedMinor
  if (ceilingMinor !== null && toMinor > ceilingMinor) {
    toMinor = floorTo(ceilingMinor, stepMinor)
    limitedBy.push('ceiling')
  }
  if (toMinor < minimumMinor) {
    toMinor = ceilTo(minimumMinor, stepMinor)
    limitedBy.push('floor')
  }
  const { dayLimitBaseMinor, priceMinor } = listing
  const lowestToday = Math.ceil((dayLimitBaseMinor * (10_000 - maxBpPerDay)) / 10_000)
  const highestToday = Math.floor((dayLimitBaseMinor * (10_000 + maxBpPerDay)) / 10_000)
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
