import { pickOffer, type Pickable } from './pick-offers.ts'
import type { OfferNow } from './price-offers.ts'
import type { Quote } from './quote.ts'
import type { VisitorOffer } from './visitor-offer.ts'

const alternativesEach = 2

/** What stands in place of each offer that is gone, by the offer's id: the same tickets never in place of two. */
export function findAlternatives(
  quote: Quote,
  named: readonly OfferNow[],
  others: readonly Pickable[],
): Map<string, VisitorOffer[]> {
  let left = others
  const found = new Map<string, VisitorOffer[]>()
  for (const now of named) {
    if (now.state !== 'gone') continue
    const nearest = nearestTo(now, left)
    left = left.filter((pick) => !nearest.includes(pick))
    const { id, quantity } = now.offer
    found.set(
      id,
      nearest.map((pick) => ({ ...pickOffer(quote, pick), quantity })),
    )
  }
  return found
}

/** The nearest in price, of the same category before all others, of which as many tickets can be had. */
function nearestTo(
  { offer: { quantity, facts, costThen } }: OfferNow,
  others: readonly Pickable[],
): Pickable[] {
  const farness = ({ row: { listing, price } }: Pickable): [number, number] => [
    listing.category.id === facts.categoryId ? 0 : 1,
    Math.abs(price.minor - costThen.minor),
  ]
  const nearest: { pick: Pickable; far: [number, number] }[] = []
  for (const pick of others) {
    if (!pick.quantities.includes(quantity)) continue
    const far = farness(pick)
    const place = nearest.findIndex(
      ({ far: [category, price] }) => far[0] < category || (far[0] === category && far[1] < price),
    )
    nearest.splice(place === -1 ? nearest.length : place, 0, { pick, far })
    nearest.length = Math.min(nearest.length, alternativesEach)
  }
  return nearest.map(({ pick }) => pick)
}
