import type { WireQuote, WireQuoteOffer, WireQuoteWhole } from '@terrace/contracts/quote-shapes'
import { toWireMoney } from '@terrace/contracts/wire-money'
import { currencyExponent } from '@terrace/domain/currencies'
import { toDecimal } from '@terrace/domain/money'
import { sumOverParts, ticketsIn, type OfferPart } from './offer-parts.ts'
import type { OfferNow } from './price-offers.ts'
import { actionsOn, statusOf } from './quote-status.ts'
import type { Quote, QuoteEntry } from './quote.ts'

/** All that its broker is shown of a quote. */
export interface QuoteNow {
  quote: Quote
  offers: readonly OfferNow[]
  slug: string | null
  link: string | null
  now: Date
}

/** A quote in its broker's list. */
export function presentQuote({ quote, offers, slug, link, now }: QuoteNow): WireQuote {
  const { event, answer, order } = quote
  const can = actionsOn(quote, now)
  return {
    id: quote.id,
    slug,
    link,
    title: quote.title,
    client_name: quote.clientName,
    note: quote.note,
    status: statusOf(quote, now),
    scope: quote.scope,
    price_mode: quote.priceMode,
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
    is_vip_listings: quote.isVipListings,
    created_at: quote.createdAt.toISOString(),
    created_by: quote.createdBy.name,
    expires_at: quote.expiresAt.toISOString(),
    views: {
      count: quote.views.count,
      first_at: quote.views.firstAt?.toISOString() ?? null,
      last_at: quote.views.lastAt?.toISOString() ?? null,
    },
    answer: answer && { ...answer, at: answer.at.toISOString() },
    totals: totalsOf(quote, offers),
    has_dearer: offers.some(({ isDearer }) => isDearer),
    order_id: order?.id ?? null,
    order_number: order?.number ?? null,
    can: {
      withdraw: can.withdraw,
      revive: can.revive,
      extend: can.extend,
      edit_commission: can.editCommission,
      convert: can.convert,
    },
  }
}

/** A quote that its broker has opened. */
export function presentWholeQuote(shown: QuoteNow, history: readonly QuoteEntry[]): WireQuoteWhole {
  return {
    ...presentQuote(shown),
    offers: shown.offers.map(presentOffer),
    history: withExpiry(shown, history).map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })),
  }
}

export function presentOffer(now: OfferNow): WireQuoteOffer {
  const { offer } = now
  return {
    id: offer.id,
    listing_id: offer.listingId,
    hold_id: now.isHeld ? offer.holdId : null,
    category_name: offer.facts.categoryName,
    section: offer.facts.section,
    row: offer.facts.row,
    ticket_type: offer.facts.ticketType,
    quantity: offer.quantity,
    state: now.state,
    available: now.available,
    cost_then: toWireMoney(offer.costThen),
    parts: now.parts.map(presentPart),
    is_dearer: now.isDearer,
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

/** As the broker gave it: an amount in the quote's currency, or percent. */
function commissionAmount({ commission, currency }: Quote): string {
  return commission.method === 'fixed'
    ? toDecimal(commission.amount.minor, currencyExponent(currency))
    : toDecimal(commission.basisPoints, 2)
}

function totalsOf({ currency }: Quote, offers: readonly OfferNow[]): WireQuote['totals'] {
  const parts = partsThatCount(offers)
  if (parts.length === 0) return null
  return {
    quantity: ticketsIn(parts),
    client_total: toWireMoney(sumOverParts(parts, ({ clientPrice }) => clientPrice, currency)),
    net_commission: toWireMoney(sumOverParts(parts, ({ net }) => net, currency)),
  }
}

/** Of what the client has not chosen only what was bought; where nothing was chosen, what something was bought of, else all. */
function partsThatCount(offers: readonly OfferNow[]): OfferPart[] {
  if (offers.some(({ offer }) => offer.accepted > 0)) {
    return offers.flatMap(({ offer, parts }) =>
      parts.filter(({ kind }) => offer.accepted > 0 || kind === 'bought'),
    )
  }
  const begun = offers.filter(({ offer }) => offer.bought !== null)
  return (begun.length > 0 ? begun : offers).flatMap(({ parts }) => parts)
}

/** That time ran out stands in the history of what it ended, without anybody's having written it down. */
function withExpiry({ quote, now }: QuoteNow, history: readonly QuoteEntry[]): readonly QuoteEntry[] {
  if (statusOf(quote, now) !== 'Expired') return history
  return [{ at: quote.expiresAt, what: 'expired', who: null, why: null }, ...history]
}
