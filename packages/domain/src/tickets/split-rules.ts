/**
 * Which quantities of a listing can be bought (spec §9 in docs/requirements.md; docs/product.md §3) and which part of a
 * hold can be released (docs/product.md §4).
 *
 * The functions `split_rule_*.sql` in apps/api/src/db/functions/holds apply the same rules under row locks;
 * apps/api/src/modules/holds/split-functions.test.ts proves both equal, without the seller's list of quantities, which
 * the callers of those functions check. `cap` is the number of free tickets, or the seller's limit if that is smaller:
 *
 *     split type                 quantities of spec §9              remainder rule, for a purchase of q tickets
 *     No Preferences             1 … cap                            none
 *     Single Tickets             1 … cap                            none
 *     Single Seats               1 … cap                            none
 *     All Together               cap                                q = cap
 *     Avoid Leaving One Ticket   1 … cap without cap − 1            free − q ≠ 1
 *     Sell In Multiples          multiples of unit up to cap        q is a multiple of unit
 *
 * The remainder rule is our addition: it limits what a purchase leaves of the free tickets. It differs from the spec only for
 * "Avoid Leaving One Ticket" with a limit below the number of free tickets: the spec excludes cap − 1, the remainder rule
 * free − 1. `allowedQuantities` returns the spec's quantities that meet the remainder rule or, if there are none, all that
 * meet it.
 */

/** The six split types as sent in the API (spec §9). */
export const splitTypes = [
  'No Preferences',
  // The next two restrict nothing, whatever their names suggest.
  'Single Tickets',
  'Single Seats',
  'All Together',
  'Avoid Leaving One Ticket',
  'Sell In Multiples',
] as const

export type SplitType = (typeof splitTypes)[number]

/** Counts are whole tickets. */
export type SplitRule = {
  splitType: SplitType
  /**
   * Tickets not sold, not in an open hold and not kept back by the seller: `free` of a listing. Callers that check a new size
   * for an existing hold add its quantity; `allowsRelease` does so itself.
   */
  free: number
  /** Maximum quantity per purchase; `null` when the seller sets none. */
  limit: number | null
  /** The seller's own list of quantities; absent or `null` without one. */
  quantities?: readonly number[] | null
  /** Multiple-sale unit. Without one (`null` or below 1), "Sell In Multiples" offers nothing. */
  unit: number | null
}

const splitTypeSet: ReadonlySet<string> = new Set(splitTypes)

export function isSplitType(text: string): text is SplitType {
  return splitTypeSet.has(text)
}

/** The cap of spec §9: free tickets, limited by the seller's maximum, never negative. */
export function splitCap({ free, limit }: Pick<SplitRule, 'free' | 'limit'>): number {
  return Math.max(0, limit === null ? free : Math.min(free, limit))
}

/** The quantities of spec §9 (see the table above), which ignore the remainder rule. Ascending; empty without free tickets. */
export function quantitiesOfSpec(rule: SplitRule): number[] {
  return quantitiesUpToCap(rule, isAllowedBySpec)
}

/**
 * Quantities that can be bought now, ascending: the spec's quantities that meet the remainder rule or, if
 * there are none, all that meet it (product.md §3). The API calls them `splits`.
 *
 * Can be empty although tickets are free: the unit is above the cap; or two tickets are free under "Avoid Leaving One
 * Ticket" with a limit of one; or the seller's list contains none of the quantities that the rule allows.
 */
export function allowedQuantities(rule: SplitRule): number[] {
  const ofSpec = quantitiesOfSpec(rule).filter((quantity) => meetsRemainderRule(rule, quantity))
  const allowed = ofSpec.length > 0 ? ofSpec : quantitiesUpToCap(rule, meetsRemainderRule)
  const { quantities } = rule
  return quantities ? allowed.filter((quantity) => quantities.includes(quantity)) : allowed
}

/** Whether this exact quantity can be bought now. False for anything but a positive integer. */
export function allowsQuantity(rule: SplitRule, quantity: number): boolean {
  return allowedQuantities(rule).includes(quantity)
}

/**
 * Whether `release` of the `held` tickets can be released: all of them, or a part if the rest could be bought
 * (product.md §4). Under "Sell In Multiples", a part must also be a multiple of the unit. `free` does not count the
 * tickets of this hold.
 */
export function allowsRelease({
  held,
  release,
  ...rule
}: SplitRule & { held: number; release: number }): boolean {
  if (!Number.isSafeInteger(release) || release < 1 || release > held) return false
  if (release === held) return true
  if (!allowsQuantity({ ...rule, free: rule.free + held }, held - release)) return false
  return rule.splitType !== 'Sell In Multiples' || isMultiple(release, rule.unit)
}

function quantitiesUpToCap(
  rule: SplitRule,
  accepts: (rule: SplitRule, quantity: number) => boolean,
): number[] {
  const quantities: number[] = []
  const cap = splitCap(rule)
  for (let quantity = 1; quantity <= cap; quantity += 1) {
    if (accepts(rule, quantity)) quantities.push(quantity)
  }
  return quantities
}

function isAllowedBySpec(rule: SplitRule, quantity: number): boolean {
  switch (rule.splitType) {
    case 'All Together':
      return quantity === splitCap(rule)
    case 'Avoid Leaving One Ticket':
      return quantity !== splitCap(rule) - 1
    case 'Sell In Multiples':
      return isMultiple(quantity, rule.unit)
    default:
      return true
  }
}

function meetsRemainderRule(rule: SplitRule, quantity: number): boolean {
  // The limit caps one purchase; what remains is counted from all free tickets.
  if (rule.splitType === 'Avoid Leaving One Ticket') return rule.free - quantity !== 1
  // For the other types, the remainder rule adds nothing (see the table above).
  return isAllowedBySpec(rule, quantity)
}

function isMultiple(quantity: number, unit: number | null): boolean {
  return unit !== null && unit >= 1 && quantity % unit === 0
}
