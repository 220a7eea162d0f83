import type { WireVisitorOffer, WireVisitorQuote } from '@terrace/contracts/quote-page'
import type { WireMoney } from '@terrace/contracts/wire-money'

/** The offers of one category in a quote of a whole event, as far as they are loaded, and what all of them come to. */
export interface OfferGroupFacts {
  category: string
  /** The best ones first. */
  offers: readonly WireVisitorOffer[]
  count: number
  /** Per ticket; null where none of it can be had any more. */
  lowestPrice: WireMoney | null
}

/** Every category that there is, also one of which no offer is loaded yet. */
export function groupsOf(
  offers: readonly WireVisitorOffer[],
  { categories }: NonNullable<WireVisitorQuote['overview']>,
): OfferGroupFacts[] {
  const listed = Map.groupBy(offers, ({ category_name: category }) => category)
  const known = new Map(categories.map((category) => [category.name, category]))
  // Pages are answers of different moments: a category may be on one, and gone from the count of another.
  return [...new Set([...known.keys(), ...listed.keys()])].map((category) => {
    const loaded = listed.get(category) ?? []
    const { count = 0, lowest_price: lowestPrice = null } = known.get(category) ?? {}
    return { category, offers: loaded, count: Math.max(count, loaded.length), lowestPrice }
  })
}
