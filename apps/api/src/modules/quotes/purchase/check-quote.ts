import type { Money } from '@terrace/domain/money/money'
import { readTeamHolds } from '#api/modules/holds/index.ts'
import { actionsOn } from '../quote-status.ts'
import { invalidQuoteState } from '../manage/change-quote.ts'
import { highestCost, totalOfParts, ticketsIn, type OfferPart } from '../pricing/offer-parts.ts'
import {
  hasPriceIncreased,
  offerAmounts,
  unheldCost,
  priceOffers,
  allowedQuantitiesOf,
  quantityAvailableToTeam,
  type PricedOffer,
} from '../pricing/price-offers.ts'
import { todaysRate, uniqueRates } from '../pricing/exchange-rates.ts'
import type { ExchangeRate, Quote, QuoteOffer } from '../quote.ts'
import { quoteErrors } from '../quotes.errors.ts'
import { findTeamQuote } from '../quotes.repo.ts'
import { allocateHolds, type HeldPart } from './allocate-holds.ts'
import type { ShowDeps } from '../manage/show-quotes.ts'
import { readPricingContext, type PricingContext } from '../pricing/pricing-context.ts'
import { defaultOffers, resolveRequestedOffers, type RequestedOffer } from './requested-offers.ts'

/** An offer with its current price and availability. */
export interface CheckedOffer {
  priced: PricedOffer
  /** Allowed quantities when the requested one is not available. */
  splits: readonly number[]
  /** The team's holds for this quote or for no quote; the offer's own hold is named first. */
  held: { holdId: string; quantity: number; expiresAt: Date } | null
}

export interface CheckedQuote {
  lines: CheckedOffer[]
  /** Behind the current costs. */
  exchangeRates: ExchangeRate[]
  /** Over the available lines. */
  totals: Record<'costWhenQuoted' | 'currentCost' | 'fee' | 'clientTotal' | 'net', Money>
}

/**
 * Prices a purchase without holding anything: the requested offers, else the accepted ones, else all.
 * @throws `quote.not_found`, `quote.invalid_state` and `quote.offer_unknown`.
 */
export async function checkQuote(
  deps: Pick<ShowDeps, 'db' | 'clock' | 'eventCache' | 'rates'>,
  { teamId, id, requested }: { teamId: string; id: string; requested: readonly RequestedOffer[] | undefined },
): Promise<CheckedQuote> {
  const quote = await findTeamQuote(deps.db, teamId, id)
  if (!quote) throw quoteErrors.make('quote.not_found')
  const now = deps.clock.now()
  if (!actionsOn(quote, now).convert) throw invalidQuoteState(quote, now)
  const offers = requested ? resolveRequestedOffers(quote, requested) : defaultOffers(quote)
  if (offers.length === 0) {
    const title =
      quote.order === null
        ? 'No offers in this quote have been accepted yet'
        : 'Nothing is left to buy in this quote'
    throw quoteErrors.make('quote.invalid_state', { title })
  }
  const holds = (await readTeamHolds(deps.db, teamId)).filter(isAvailableFor(quote))
  const held = allocateHolds(offers, holds)
  // Read last, so that nothing is awaited between reading the stock and pricing it.
  const pricing = await readPricingContext(deps, quote)
  const lines = priceOffers({ ...quote, offers: offers.map(withoutPurchases) }, pricing).map(
    (line): CheckedOffer => {
      const parts = held.get(line.offer.id) ?? []
      return {
        priced: atHeldPrices(line, parts, quote, pricing),
        splits: line.state === 'available' ? [] : allowedNow(line, pricing, teamId),
        held: heldOf(parts),
      }
    },
  )
  return { lines, exchangeRates: ratesOf(lines, held, pricing), totals: totalsOf(quote, lines) }
}

/** Held tickets have the rate that their hold froze, unless its price is converted again; others have today's. */
function ratesOf(
  lines: readonly CheckedOffer[],
  held: ReadonlyMap<string, readonly HeldPart[]>,
  { converter }: PricingContext,
): ExchangeRate[] {
  return uniqueRates(
    lines.flatMap(({ priced: { offer, listing, parts } }) => [
      ...(held.get(offer.id) ?? []).flatMap(({ hold: { price, conversion } }): ExchangeRate[] => {
        const todays = todaysRate(converter, price.currency)
        if (todays) return [todays]
        if (!conversion) return []
        const { originalPrice, rate, rateDate } = conversion
        return [{ currency: originalPrice.currency, rate, date: rateDate }]
      }),
      ...(listing && parts.some(({ kind, cost }) => kind === 'unheld' && cost)
        ? [todaysRate(converter, listing.price.currency) ?? []].flat()
        : []),
    ]),
  )
}

/** Holds for other clients' quotes are excluded. */
const isAvailableFor =
  ({ id, offers }: Quote) =>
  (hold: { id: string; state: string; quoteId: string | null }): boolean =>
    hold.state === 'active' &&
    (hold.quoteId === null || hold.quoteId === id || offers.some(({ holdId }) => holdId === hold.id))

/** Tickets bought earlier are not part of this purchase. */
const withoutPurchases = (offer: QuoteOffer): QuoteOffer => ({ ...offer, bought: null })

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
 * Prices held tickets at the frozen price (product.md §4) and the others at the current one. When the offer is a
 * hold, the client price comes from the quote, which already includes it.
 */
function atHeldPrices(
  line: PricedOffer,
  held: readonly HeldPart[],
  quote: Quote,
  { converter }: PricingContext,
): PricedOffer {
  const { offer, listing, available, isHeld } = line
  const priceBasis = isHeld ? highestCost(line.parts) : null
  // Groups holds by price, because the broker sees prices, not holds.
  const heldParts = new Map<number, OfferPart>()
  let remaining = offer.quantity
  for (const { hold, quantity } of held) {
    const cost = converter.convert(hold.price)
    if (!cost || remaining === 0) continue
    const taken = Math.min(remaining, quantity)
    remaining -= taken
    heldParts.set(cost.minor, {
      quantity: taken + (heldParts.get(cost.minor)?.quantity ?? 0),
      kind: 'held',
      ...offerAmounts(quote, offer, cost, priceBasis ?? cost),
    })
  }
  const parts = [...heldParts.values()]
  if (remaining > 0) {
    const cost = unheldCost(listing, available - (offer.quantity - remaining), converter)
    parts.push({
      quantity: remaining,
      kind: 'unheld',
      ...offerAmounts(quote, offer, cost, priceBasis ?? cost),
    })
  }
  return {
    ...line,
    state: remaining === 0 ? 'available' : line.state,
    hasPriceIncreased: hasPriceIncreased(quote, offer, highestCost(parts)),
    parts,
  }
}

function allowedNow({ listing }: PricedOffer, { eventSnapshot }: PricingContext, teamId: string): number[] {
  return listing ? allowedQuantitiesOf(listing, quantityAvailableToTeam(listing, eventSnapshot, teamId)) : []
}

function totalsOf({ currency }: Quote, lines: readonly CheckedOffer[]): CheckedQuote['totals'] {
  const parts = lines.flatMap(({ priced }) =>
    priced.state === 'available'
      ? priced.parts.map((part) => ({ ...part, costWhenQuoted: priced.offer.costWhenQuoted }))
      : [],
  )
  return {
    costWhenQuoted: totalOfParts(parts, ({ costWhenQuoted }) => costWhenQuoted, currency),
    currentCost: totalOfParts(parts, ({ cost }) => cost, currency),
    fee: totalOfParts(parts, ({ fee }) => fee, currency),
    clientTotal: totalOfParts(parts, ({ clientPrice }) => clientPrice, currency),
    net: totalOfParts(parts, ({ net }) => net, currency),
  }
}
