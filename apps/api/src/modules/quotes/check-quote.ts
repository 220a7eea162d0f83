import { addMoney, money, multiplyMoney, type Money } from '@terrace/domain/money'
import { readTeamHolds } from '../holds/index.ts'
import { actionsOn } from './quote-status.ts'
import { notPossible } from './change-quote.ts'
import {
  offerFigures,
  priceOffers,
  quantitiesOf,
  reachOf,
  type OfferNow,
  type Stock,
} from './price-offers.ts'
import type { Quote, QuoteOffer } from './quote.ts'
import { quoteErrors } from './quotes.errors.ts'
import { findTeamQuote } from './quotes.repo.ts'
import { stockOf, type ShowDeps } from './show-quotes.ts'
import { meantOffers, namedOffers, type WantedOffer } from './wanted-offers.ts'

/** An offer as it would be bought now. */
export interface CheckedOffer {
  now: OfferNow
  /** What could be taken instead of a number that cannot. */
  splits: readonly number[]
  /** All that the team holds of these tickets for this quote or for none; the hold of the offer's own is named first. */
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
  const holds = await readTeamHolds(deps.db, teamId)
  // Last, so that nothing is waited for between the stock and its prices.
  const stock = await stockOf(deps, quote)
  const lines = priceOffers({ ...quote, offers: offers.map(toBuy) }, stock).map((line): CheckedOffer => {
    const { offer } = line
    const own = holds
      .filter(({ listingId, state }) => listingId === offer.listingId && state === 'active')
      // What is held for another client is promised to nobody else.
      .filter(
        ({ id: holdId, quoteRef }) => quoteRef === null || quoteRef === quote.id || holdId === offer.holdId,
      )
      .toSorted((a, b) => Number(b.id === offer.holdId) - Number(a.id === offer.holdId))
    const [first] = own
    const held = first && {
      holdId: first.id,
      quantity: own.reduce((sum, { quantity }) => sum + quantity, 0),
      expiresAt: new Date(Math.min(...own.map(({ expiresAt }) => expiresAt.getTime()))),
    }
    const isHeld = first && held && held.quantity >= offer.quantity
    return {
      now: isHeld ? atHeldPrice(line, first.price, quote, stock) : line,
      splits: line.state === 'available' ? [] : takeable(line, stock, teamId),
      held: held ?? null,
    }
  })
  return { lines, sums: sumsOf(quote, lines) }
}

/** What was bought of it before has no part in what is bought now. */
const toBuy = (offer: QuoteOffer): QuoteOffer => ({ ...offer, bought: null })

/** What a hold has frozen is what is paid, whatever the seller asks meanwhile (product.md §4). */
function atHeldPrice(line: OfferNow, held: Money, quote: Quote, { converter }: Stock): OfferNow {
  const cost = converter.convert(held)
  if (!cost) return line
  const { offer } = line
  return {
    ...line,
    state: 'available',
    ...offerFigures(quote, offer, cost),
  }
}

function takeable({ listing }: OfferNow, { book }: Stock, teamId: string): number[] {
  return listing ? quantitiesOf(listing, reachOf(listing, book, teamId)) : []
}

function sumsOf({ currency }: Quote, lines: readonly CheckedOffer[]): CheckedQuote['sums'] {
  const nothing = money(0, currency)
  const sums = { costThen: nothing, costNow: nothing, fee: nothing, clientTotal: nothing, net: nothing }
  for (const { now } of lines) {
    const { offer, costNow, net } = now
    if (now.state !== 'available' || !costNow || !net) continue
    const add = (sum: Money, each: Money) => addMoney(sum, multiplyMoney(each, offer.quantity))
    sums.costThen = add(sums.costThen, offer.costThen)
    sums.costNow = add(sums.costNow, costNow)
    sums.fee = add(sums.fee, now.fee)
    sums.clientTotal = add(sums.clientTotal, now.clientPrice)
    sums.net = add(sums.net, net)
  }
  return sums
}
