import { planPrice, type PriceLimit } from '@terrace/domain/pricing/plan-price'
import { money } from '@terrace/domain/money/money'
import type { MoveReason } from '@terrace/contracts/price-rules'
import type { DbOrTx } from '#api/db/transaction.ts'
import { readResaleRefusals, validatePrice } from '#api/modules/supply/index.ts'
import { termsOf, type PriceRule } from '../rules/price-rule.ts'
import {
  readRuleListings,
  readRuleMarket,
  type RuleListing,
  type RuleMarket,
  type SeenPrice,
} from './market.repo.ts'

/** What a rule decides for one listing, a new price or none, with everything that led to it. */
export interface PriceDecision {
  listing: RuleListing
  rule: PriceRule
  reason: MoveReason
  /** `null` when the price stays. */
  toMinor: number | null
  /** The price that the strategy asks for, before limits. */
  wantedMinor: number | null
  /** The lowest price that the rule may set: the listing's floor, or cost with margin if that is higher. */
  minimumMinor: number | null
  limitedBy: PriceLimit[]
  /** Of the comparables. */
  lowestMinor: number | null
  compared: number
  seen: SeenPrice[]
  /** The comparable listing whose price the rule follows. */
  followedListingId: string | null
}

interface CoveredListing {
  listingId: string
  rule: PriceRule
}

/** Decides the prices of a team's listings. Listings that are no longer on sale are left out. */
export async function planListings(
  db: DbOrTx,
  { teamId, covered, now }: { teamId: string; covered: readonly CoveredListing[]; now: Date },
): Promise<PriceDecision[]> {
  const ruleOf = new Map(covered.map(({ listingId, rule }) => [listingId, rule]))
  const ids = [...ruleOf.keys()]
  const listings = await readRuleListings(db, { teamId, ids, now })
  const markets = new Map<string, RuleMarket>()
  const byOutlier = Map.groupBy(listings, ({ id }) => ruleOf.get(id)?.settings.outlier_percent ?? 0)
  for (const [percent, group] of byOutlier) {
    const found = await readRuleMarket(db, {
      teamId,
      ids: group.map(({ id }) => id),
      outlierBp: percent * 100,
      now,
    })
    for (const [id, market] of found) markets.set(id, market)
  }
  const planned = listings.flatMap((listing) => {
    const rule = ruleOf.get(listing.id)
    return rule ? [planListing(rule, listing, markets.get(listing.id), now)] : []
  })
  return refuseForbidden(db, teamId, planned)
}

/** Keeps the price where a rule of the marketplace, such as a price cap, forbids the decided one. */
async function refuseForbidden(
  db: DbOrTx,
  teamId: string,
  planned: readonly PriceDecision[],
): Promise<PriceDecision[]> {
  const moved = planned.flatMap(({ listing, toMinor }) => (toMinor === null ? [] : [{ listing, toMinor }]))
  const reasons = await readResaleRefusals(
    db,
    moved.map(({ listing: { eventId, faceValueMinor }, toMinor }) => ({
      eventId,
      teamId,
      priceMinor: toMinor,
      faceValueMinor,
    })),
  )
  const refused = new Set(moved.flatMap(({ listing }, at) => (reasons[at] ? [listing.id] : [])))
  return planned.map((decision) =>
    refused.has(decision.listing.id) ? withoutChange(decision, 'resale_refused') : decision,
  )
}

/** The decision to keep the price instead, for this reason. */
export const withoutChange = (decision: PriceDecision, reason: MoveReason): PriceDecision => ({
  ...decision,
  reason,
  toMinor: null,
})

function planListing(
  rule: PriceRule,
  listing: RuleListing,
  market: RuleMarket = { compared: 0, seen: [] },
  now: Date,
): PriceDecision {
  const terms = termsOf(rule.settings)
  const comparables = market.seen.filter(({ isOutlier }) => !isOutlier)
  const plan = planPrice(
    terms,
    { ...listing, isManual: isManual(listing, rule.settings.respects_hand_hours, now) },
    { count: market.compared, lowest: comparables.map(({ minor }) => minor) },
  )
  const isInvalid =
    plan.outcome === 'moved' && Object.keys(validatePrice(money(plan.toMinor, listing.currency))).length > 0
  const details = {
    listing,
    rule,
    wantedMinor: plan.wantedMinor,
    minimumMinor: plan.minimumMinor,
    limitedBy: plan.limitedBy,
    lowestMinor: comparables[0]?.minor ?? null,
    ...market,
    followedListingId: comparables[terms.rank - 1]?.listingId ?? null,
  }
  if (plan.outcome === 'kept') return { ...details, reason: plan.reason, toMinor: null }
  return isInvalid
    ? { ...details, reason: 'price_invalid', toMinor: null }
    : { ...details, reason: 'moved', toMinor: plan.toMinor }
}

function isManual({ setAt, setBy }: RuleListing, hours: number, now: Date): boolean {
  if (setAt === null || setBy === 'file') return false
  return now.getTime() - setAt.getTime() < hours * 3_600_000
}
