import { compareMoney, type Money } from '@terrace/domain/money'
import type { Pickable } from './pick-offers.ts'
import { figure } from './price-offers.ts'
import type { Quote } from './quote.ts'
import type { VisitorOffer } from './visitor-offer.ts'

/** What a quote of a whole event comes to over all of its pages; nothing but what its offers say themselves. */
export interface EventOverview {
  /** In the order in which their first offers stand. */
  categories: CategoryOverview[]
  /** Where tickets can be had, each once. */
  sections: string[]
}

interface CategoryOverview {
  name: string
  /** All that is listed of it, what is gone too. */
  count: number
  /** Per ticket, what the client pays; null where all of it is gone. */
  lowestPrice: Money | null
}

/** `named` are the offers that stand first, `picks` all others, the cheapest first. */
export function overviewOf(
  quote: Quote,
  named: readonly VisitorOffer[],
  picks: readonly Pickable[],
): EventOverview {
  const categories = new Map<string, CategoryOverview>()
  const sections = new Set<string>()
  const categoryOf = (name: string) => {
    const known = categories.get(name) ?? { name, count: 0, lowestPrice: null }
    categories.set(name, known)
    known.count += 1
    return known
  }
  for (const { facts, price, state } of named) {
    const category = categoryOf(facts.categoryName)
    if (state === 'gone') continue
    sections.add(facts.section)
    category.lowestPrice = lower(category.lowestPrice, price)
  }
  const priced = new Set<string>()
  for (const { row } of picks) {
    const { category: of, section } = row.listing
    const category = categoryOf(of.name)
    sections.add(section)
    // A commission keeps the order of prices, so the first of a category is the cheapest of it.
    if (priced.has(of.name)) continue
    priced.add(of.name)
    category.lowestPrice = lower(category.lowestPrice, figure(quote, row.price, row.price).clientPrice)
  }
  return { categories: [...categories.values()], sections: [...sections] }
}

function lower(known: Money | null, price: Money): Money {
  return known && compareMoney(known, price) <= 0 ? known : price
}
