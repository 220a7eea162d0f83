import type { WireQuote, WireQuoteOffer, WireQuoteDetail } from '@terrace/contracts/quote-shapes'
import { fromWireMoney, toWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import { currencyExponent } from '@terrace/domain/money/currencies'
import { compareMoney, toDecimal } from '@terrace/domain/money/money'
import { totalOfParts, ticketsIn, type OfferPart } from '../pricing/offer-parts.ts'
import type { PricedOffer } from '../pricing/price-offers.ts'
import { actionsOn, statusOf } from '../quote-status.ts'
import type { ExchangeRate, Quote, QuoteEntry } from '../quote.ts'

/** A quote with everything its broker sees. */
export interface PricedQuote {
  quote: Quote
  offers: readonly PricedOffer[]
  slug: string | null
  link: string | null
  exchangeRates: readonly ExchangeRate[]
  now: Date
}

export function presentQuote({ quote, offers, slug, link, now }: PricedQuote): WireQuote {
  const { event, response, order } = quote
  const can = actionsOn(quote, now)
  return {
    id: quote.id,
    slug,
    link,
    title: quote.title,
    client_name: quote.clientName,
    note: quote.note,
    reference: quote.reference,
    internal_note: quote.internalNote,
    status: statusOf(quote, now),
    scope: quote.scope,
    price_mode: quote.priceMode,
    offer_choice: quote.offerChoice,
    event: {
      id: event.id,
      title: event.title,
      slug: event.slug,
      event_date_local: event.localAt,
      date_confirmed: event.dateConfirmed,
      time_confirmed: event.timeConfirmed,
      timezone: event.timezone,
      status: event.status,
      venue_name: event.venueName,
      city: event.city,
    },
    currency: quote.currency,
    commission_method: quote.commission.method,
    commission_amount: commissionAmount(quote),
    is_vip_listings: quote.isHospitalityOnly,
    created_at: quote.createdAt.toISOString(),
    created_by: quote.createdBy.name,
    expires_at: quote.expiresAt.toISOString(),
    views: {
      count: quote.views.count,
      first_at: quote.views.firstAt?.toISOString() ?? null,
      last_at: quote.views.lastAt?.toISOString() ?? null,
    },
    response: response && { ...response, at: response.at.toISOString() },
    ...totalsOf(quote, offers),
    has_price_increases: offers.some(({ hasPriceIncreased }) => hasPriceIncreased),
    order_id: order?.id ?? null,
    order_number: order?.number ?? null,
    can: {
      withdraw: can.withdraw,
      reopen: can.reopen,
      extend: can.extend,
      edit_commission: can.editCommission,
      convert: can.convert,
    },
  }
}

export function presentQuoteDetail(priced: PricedQuote, history: readonly QuoteEntry[]): WireQuoteDetail {
  return {
    ...presentQuote(priced),
    exchange_rates: priced.exchangeRates.map((rate) => ({ ...rate })),
    offers: priced.offers.map(presentOffer),
    history: withExpiry(priced, history).map(({ at, actorName, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      actor_name: actorName,
    })),
  }
}

export function presentOffer(priced: PricedOffer): WireQuoteOffer {
  const { offer } = priced
  return {
    id: offer.id,
    listing_id: offer.listingId,
    hold_id: priced.isHeld ? offer.holdId : null,
    category_name: offer.snapshot.categoryName,
    section: offer.snapshot.section,
    row: offer.snapshot.row,
    ticket_type: offer.snapshot.deliveryType,
    quantity: offer.quantity,
    state: priced.state,
    available: priced.available,
    cost_when_quoted: toWireMoney(offer.costWhenQuoted),
    parts: priced.parts.map(presentPart),
    price_increased: priced.hasPriceIncreased,
    accepted: offer.accepted,
    bought: offer.bought?.quantity ?? 0,
  }
}

function presentPart({
  quantity,
  kind,
  cost,
  fee,
  commission,
  clientPrice,
  net,
}: OfferPart): WireQuoteOffer['parts'][number] {
  return {
    quantity,
    kind,
    cost: cost && toWireMoney(cost),
    service_fee: toWireMoney(fee),
    commission: toWireMoney(commission),
    client_price: toWireMoney(clientPrice),
    net: net && toWireMoney(net),
  }
}

/** An amount in the quote's currency, or a percentage, as the broker entered it. */
function commissionAmount({ commission, currency }: Quote): string {
  return commission.method === 'fixed'
    ? toDecimal(commission.amount.minor, currencyExponent(currency))
    : toDecimal(commission.basisPoints, 2)
}

type Totals = Pick<WireQuote, 'totals' | 'totals_range'>

function totalsOf({ currency, offerChoice }: Quote, offers: readonly PricedOffer[]): Totals {
  const isChosen = offers.some(({ offer }) => offer.accepted > 0 || offer.bought !== null)
  if (offerChoice === 'one' && !isChosen && offers.length > 1)
    return { totals: null, totals_range: rangeOf(offers, currency) }
  const parts = partsThatCount(offers)
  return { totals: parts.length === 0 ? null : sumOf(parts, currency), totals_range: null }
}

/** The lowest and highest totals of the alternatives, without unavailable ones while others are left. */
function rangeOf(offers: readonly PricedOffer[], currency: string): Totals['totals_range'] {
  const available = offers.filter(({ state }) => state !== 'unavailable')
  const sums = (available.length > 0 ? available : offers).map(({ parts }) => sumOf(parts, currency))
  const quantities = sums.map(({ quantity }) => quantity).toSorted((a, b) => a - b)
  const clientTotals = sums.map(({ client_total: total }) => total).toSorted(compareWireMoney)
  const margins = sums.map(({ net_commission: margin }) => margin).toSorted(compareWireMoney)
  const at = (index: number): NonNullable<WireQuote['totals']> | null => {
    const [quantity, clientTotal, margin] = [quantities.at(index), clientTotals.at(index), margins.at(index)]
    if (quantity === undefined || !clientTotal || !margin) return null
    return { quantity, client_total: clientTotal, net_commission: margin }
  }
  const [lowest, highest] = [at(0), at(-1)]
  return lowest && highest ? { lowest, highest } : null
}

const compareWireMoney = (a: WireMoney, b: WireMoney): number =>
  compareMoney(fromWireMoney(a), fromWireMoney(b))

function sumOf(parts: readonly OfferPart[], currency: string): NonNullable<WireQuote['totals']> {
  return {
    quantity: ticketsIn(parts),
    client_total: toWireMoney(totalOfParts(parts, ({ clientPrice }) => clientPrice, currency)),
    net_commission: toWireMoney(totalOfParts(parts, ({ net }) => net, currency)),
  }
}

/**
 * Parts that count towards the totals: accepted and bought ones; before acceptance, offers that were partly bought;
 * otherwise all.
 */
function partsThatCount(offers: readonly PricedOffer[]): OfferPart[] {
  if (offers.some(({ offer }) => offer.accepted > 0)) {
    return offers.flatMap(({ offer, parts }) =>
      parts.filter(({ kind }) => offer.accepted > 0 || kind === 'bought'),
    )
  }
  const partlyBought = offers.filter(({ offer }) => offer.bought !== null)
  return (partlyBought.length > 0 ? partlyBought : offers).flatMap(({ parts }) => parts)
}

/** Adds the expiry to the history, since it is derived and not stored. */
function withExpiry({ quote, now }: PricedQuote, history: readonly QuoteEntry[]): readonly QuoteEntry[] {
  if (statusOf(quote, now) !== 'Expired') return history
  return [{ at: quote.expiresAt, event: 'expired', actorName: null, reason: null }, ...history]
}
