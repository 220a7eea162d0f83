import type { WireClientOffer, WireClientQuote } from '@terrace/contracts/quote-page'
import type { WireMoney } from '@terrace/contracts/wire-money'

/** A category of an event quote: its loaded offers and the totals over all of them. */
export interface OfferCategory {
  category: string
  /** Best offers first. */
  offers: readonly WireClientOffer[]
  count: number
  /** Per ticket; `null` when no offer of the category is available. */
  lowestPrice: WireMoney | null
}

/** Groups offers by category, including categories without a loaded offer. */
export function groupsOf(
  offers: readonly WireClientOffer[],
  { categories }: NonNullable<WireClientQuote['overview']>,
): OfferCategory[] {
  const listed = Map.groupBy(offers, ({ category_name: category }) => category)
  const known = new Map(categories.map((category) => [category.name, category]))
  // Pages load at different times, so a category can be in the offers and missing from the overview.
  return [...new Set([...known.keys(), ...listed.keys()])].map((category) => {
    const loaded = listed.get(category) ?? []
    const { count = 0, lowest_price: lowestPrice = null } = known.get(category) ?? {}
    return { category, offers: loaded, count: Math.max(count, loaded.length), lowestPrice }
  })
}
