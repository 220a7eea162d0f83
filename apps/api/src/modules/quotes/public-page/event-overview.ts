import { clientPrice } from '@terrace/domain/money/commission'
import { compareMoney, type Money } from '@terrace/domain/money/money'
import type { SelectableListing } from './selectable-listings.ts'
import type { Quote } from '../quote.ts'
import type { ClientOffer } from './client-offer.ts'

/** Summary of all pages of a quote of the whole event, derived from its offers only. */
export interface EventOverview {
  /** In the order of their first offer. */
  categories: CategoryOverview[]
  /** Sections with available tickets. */
  sections: string[]
}

interface CategoryOverview {
  name: string
  /** Number of offers, unavailable ones included. */
  count: number
  /** Client price per ticket; `null` when nothing is available. */
  lowestPrice: Money | null
}

/** `storedOffers` come first; `selectable` are all other listings of the event by ascending price. */
export function overviewOf(
  quote: Quote,
  storedOffers: readonly ClientOffer[],
  selectable: readonly SelectableListing[],
): EventOverview {
  const categories = new Map<string, CategoryOverview>()
  const sections = new Set<string>()
  const categoryOf = (name: string) => {
    const category = categories.get(name) ?? { name, count: 0, lowestPrice: null }
    categories.set(name, category)
    category.count += 1
    return category
  }
  for (const { description, clientPrice: price, state } of storedOffers) {
    const category = categoryOf(description.categoryName)
    if (state === 'unavailable') continue
    sections.add(description.section)
    category.lowestPrice = lowerPrice(category.lowestPrice, price)
  }
  const pricedCategories = new Set<string>()
  for (const { priced } of selectable) {
    const { category: listingCategory, section } = priced.listing
    const category = categoryOf(listingCategory.name)
    sections.add(section)
    // Commission preserves price order, so the first listing of a category is its cheapest.
    if (pricedCategories.has(listingCategory.name)) continue
    pricedCategories.add(listingCategory.name)
    category.lowestPrice = lowerPrice(category.lowestPrice, clientPrice(priced.price, quote.commission))
  }
  return { categories: [...categories.values()], sections: [...sections] }
}

function lowerPrice(current: Money | null, price: Money): Money {
  return current && compareMoney(current, price) <= 0 ? current : price
}
