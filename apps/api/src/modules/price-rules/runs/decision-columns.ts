import type { PriceDecision } from './plan-listings.ts'

/** The columns that the log of moves and a simulation have in common. */
export const decisionColumns = ({ rule, listing, ...decision }: PriceDecision) => ({
  rule_id: rule.id,
  rule_version: rule.version,
  listing_id: listing.id,
  outcome: decision.toMinor === null ? 'kept' : 'moved',
  reason: decision.reason,
  currency: listing.currency,
  from_minor: listing.priceMinor,
  to_minor: decision.toMinor,
  limited_by: decision.limitedBy,
  // The column has the lowest price that the rule may set: the seller's floor, or cost with margin if that is higher.
  floor_minor: decision.minimumMinor,
  lowest_minor: decision.lowestMinor,
  compared: decision.compared,
})
