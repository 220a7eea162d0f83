import type { Money } from '@terrace/domain/money'
import { readTeamHolds } from '../holds/index.ts'
import { actionsOn } from './quote-status.ts'
import { notPossible } from './change-quote.ts'
import { dearestOf, sumOverParts, ticketsIn, type OfferPart } from './offer-parts.ts'
import {
  isDearer,
  offerFigures,
  openCost,
  priceOffers,
  quantitiesOf,
  reachOf,
  type OfferNow,
  type Stock,
} from './price-offers.ts'
import type { Quote, QuoteOffer } from './quote.ts'
import { quoteErrors } from './quotes.errors.ts'
import { findTeamQuote } from './quotes.repo.ts'
import { shareHeld, type HeldPart } from './share-held.ts'
import { stockOf, type ShowDeps } from './show-quotes.ts'
import { meantOffers, namedOffers, type WantedOffer } from './wanted-offers.ts'

/** An offer as it would be bought now. */
export interface CheckedOffer {
  now: OfferNow
  /** What could be taken instead of a number that cannot. */
  splits: readonly number[]
  /** What the team holds of these tickets for this quote or for none; the hold of the offer's own is named first. */
  held: { holdId: string; quantity: number; expiresAt: Date } | null
}

export interface CheckedQuote {
  lines: CheckedOffer[]
  /** Over the lines that can be had. */
  sums: Record<'costThen' | 'costNow' | 'fee' | 'clientTotal' | 'net', Money>
}

/**
 * What buying would cost now: what is wanted, else what the client accepted, else all that was offered. Nothing is held by
 * it. Throws `quote.not_found`, `quote.not_possible` and `quote.offer_unknown`.
 */
export async function checkQuote(
  deps: Pick<ShowDeps, 'db' | 'clock' | 'books' | 'rates'>,
  { teamId, id, wanted }: { teamId: string; id: string; wanted: readonly WantedOffer[] | undefined },
): Promise<CheckedQuote> {
  const quote = await findTeamQuote(deps.db, teamId, id)
  if (!quote) throw quoteErrors.make('quote.not_found')
  const now = deps.clock.now()
  if (!actionsOn(quote, now).convert) throw notPossible(quote, now)
  const offers = wanted ? namedOffers(quote, wanted) : meantOffers(quote)
  if (offers.length === 0) {
    const title =
      quote.order === null
        ? 'Nothing of this quote has been chosen yet'
        : 'All that was chosen of this quote has been bought'
    throw quoteErrors.make('quote.not_possible', { title })
  }
  const holds = (await readTeamHolds(deps.db, teamId)).filter(isFor(quote))
  const held = shareHeld(offers, holds)
  // Last, so that nothing is waited for between the stock and its prices.
  const stock = await stockOf(deps, quote)
  const lines = priceOffers({ ...quote, offers: offers.map(toBuy) }, stock).map((line): CheckedOffer => {
    const parts = held.get(line.offer.id) ?? []
    return {
      now: atHeldPrices(line, parts, quote, stock),
      splits: line.state === 'available' ? [] : takeable(line, stock, teamId),
      held: heldOf(parts),
    }
  })
  return { lines, sums: sumsOf(quote, lines) }
}

/** What is held for another client is promised to nobody else. */
const isFor =
  ({ id, offers }: Quote) =>
  (hold: { id: string; state: string; quoteRef: string | null }): boolean =>
    hold.state === 'active' &&
    (hold.quoteRef === null || hold.quoteRef === id || offers.some(({ holdId }) => holdId === hold.id))

/** What was bought of it before has no part in what is bought now. */
const toBuy = (offer: QuoteOffer): QuoteOffer => ({ ...offer, bought: null })

function heldOf(parts: readonly HeldPart[]): CheckedOffer['held'] {
  const [first] = parts
  if (!first) return null
  return {
    holdId: first.hold.id,
    quantity: ticketsIn(parts),
    expiresAt: new Date(Math.min(...parts.map(({ hold }) => hold.expiresAt.getTime()))),
  }
}

/**
 * What a hold has frozen is what is paid for its tickets, whatever the seller asks meanwhile (product.md §4); the others cost
 * what they cost now. Of an offer that is a hold the client pays what the quote says, which counts that hold already.
 */
function atHeldPrices(
  line: OfferNow,
  held: readonly HeldPart[],
  quote: Quote,
  { converter }: Stock,
): OfferNow {
  const { offer, listing, available, isHeld } = line
  const shown = isHeld ? dearestOf(line.parts) : null
  // Holds that froze the same are one part: whoever reads them wants prices, not holds.
  const known = new Map<number, OfferPart>()
  let left = offer.quantity
  for (const { hold, quantity } of held) {
    const cost = converter.convert(hold.price)
    if (!cost || left === 0) continue
    const taken = Math.min(left, quantity)
    left -= taken
    known.set(cost.minor, {
      quantity: taken + (known.get(cost.minor)?.quantity ?? 0),
      kind: 'held',
      ...offerFigures(quote, offer, cost, shown ?? cost),
    })
  }
  const parts = [...known.values()]
  if (left > 0) {
    const cost = openCost(listing, available - (offer.quantity - left), converter)
    parts.push({ quantity: left, kind: 'open', ...offerFigures(quote, offer, cost, shown ?? cost) })
  }
  return {
    ...line,
    state: left === 0 ? 'available' : line.state,
    isDearer: isDearer(quote, offer, dearestOf(parts)),
    parts,
  }
}

function takeable({ listing }: OfferNow, { book }: Stock, teamId: string): number[] {
  return listing ? quantitiesOf(listing, reachOf(listing, book, teamId)) : []
}

function sumsOf({ currency }: Quote, lines: readonly CheckedOffer[]): CheckedQuote['sums'] {
  const parts = lines.flatMap(({ now }) =>
    now.state === 'available' ? now.parts.map((part) => ({ ...part, costThen: now.offer.costThen })) : [],
  )
  return {
    costThen: sumOverParts(parts, ({ costThen }) => costThen, currency),
    costNow: sumOverParts(parts, ({ cost }) => cost, currency),
    fee: sumOverParts(parts, ({ fee }) => fee, currency),
    clientTotal: sumOverParts(parts, ({ clientPrice }) => clientPrice, currency),
    net: sumOverParts(parts, ({ net }) => net, currency),
  }
}
