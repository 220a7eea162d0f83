/**
 * Which quantities of a listing may be bought (spec §9, product.md §3) and which part of a hold may be given
 * back (product.md §4).
 *
 * Every function here is a few comparisons on four integers, because the database decides by the same rules under
 * its row locks; a test on that side proves the two equal. The rules, with
 *
 *     cap = available, or the limit where that is smaller        (no limit: null)
 *
 *     type                       offered (spec §9)                  intent
 *     No Preferences             1 … cap                            any
 *     Single Tickets             1 … cap                            any
 *     Single Seats               1 … cap                            any
 *     All Together               cap                                q = cap
 *     Avoid Leaving One Ticket   1 … cap without cap − 1            available − q ≠ 1
 *     Sell In Multiples          multiples of unit up to cap        q is a multiple of unit
 *
 * Offered and intent differ in one place only: "Avoid Leaving One Ticket" with a limit below the available count,
 * where the spec's list can hold a quantity that does leave one behind, and can leave out one that does not.
 */

/** The six split types, spelt as on the wire (spec §9). */
export const splitTypes = [
  'No Preferences',
  'Single Tickets',
  'Single Seats',
  'All Together',
  'Avoid Leaving One Ticket',
  'Sell In Multiples',
] as const

export type SplitType = (typeof splitTypes)[number]

/** What the rules need to know of a listing. Counts are whole tickets. */
export type SplitRule = {
  splitType: SplitType
  /** quantity − sold − unexpired holds */
  available: number
  /** The most that may be bought at once; null where the seller set none. */
  limit: number | null
  /** Multiple-sale unit; without one (null, or below 1) "Sell In Multiples" offers nothing. */
  unit: number | null
}

const knownSplitTypes: ReadonlySet<string> = new Set(splitTypes)

export function isSplitType(text: string): text is SplitType {
  return knownSplitTypes.has(text)
}

/** The cap of spec §9: the available count, or the limit where that is smaller; never below zero. */
export function splitCap({ available, limit }: Pick<SplitRule, 'available' | 'limit'>): number {
  return Math.max(0, limit === null ? available : Math.min(available, limit))
}

/** Spec §9 to the letter, ascending. Empty when nothing is available. */
export function specOptions(rule: SplitRule): number[] {
  return quantitiesUpToCap(rule, isOffered)
}

/**
 * The quantities that may be bought now, ascending: those of the spec's options that also keep the rule's intent,
 * or, where that leaves nothing, the intent alone (product.md §3). This is `splits` on the wire.
 *
 * It can be empty although tickets are left: a unit above the cap, or two tickets of "Avoid Leaving One Ticket"
 * with a limit of one, which no sale can ever satisfy.
 */
export function buyable(rule: SplitRule): number[] {
  const options = specOptions(rule).filter((quantity) => keepsIntent(rule, quantity))
  return options.length > 0 ? options : quantitiesUpToCap(rule, keepsIntent)
}

/** Whether exactly this quantity may be taken from the listing now. False for anything but a positive integer. */
export function canTake(rule: SplitRule, quantity: number): boolean {
  return buyable(rule).includes(quantity)
}

/**
 * Whether `release` of the `held` tickets may be given back (product.md §4). `available` is what the listing has
 * free now, without this hold.
 *
 * - All of a hold may always be released.
 * - A part may be released when both hold:
 *   1. what stays held could be bought as it is: held − release ∈ buyable(available + held);
 *   2. what comes back can be sold by the listing's rule: under "Sell In Multiples" `release` is itself a multiple
 *      of the unit. For the other types the first condition already says it (nobody is left with one ticket;
 *      "All Together" comes back whole or not at all).
 * - Less than one, more than is held, or a fraction of a ticket: never.
 */
export function canReleasePart({
  held,
  release,
  ...rule
}: SplitRule & { held: number; release: number }): boolean {
  if (!Number.isSafeInteger(release) || release < 1 || release > held) return false
  if (release === held) return true
  if (!canTake({ ...rule, available: rule.available + held }, held - release)) return false
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

function isOffered(rule: SplitRule, quantity: number): boolean {
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

function keepsIntent(rule: SplitRule, quantity: number): boolean {
  // The limit caps one purchase, it does not hide the tickets behind it: what is left is counted from `available`.
  if (rule.splitType === 'Avoid Leaving One Ticket') return rule.available - quantity !== 1
  return isOffered(rule, quantity)
}

function isMultiple(quantity: number, unit: number | null): boolean {
  return unit !== null && unit >= 1 && quantity % unit === 0
}
