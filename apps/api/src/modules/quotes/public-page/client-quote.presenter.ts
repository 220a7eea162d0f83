import type {
  QuoteBrand,
  WireQuotePlan,
  WireClientOffer,
  WireClientQuote,
} from '@terrace/contracts/quote-page'
import { toWireMoney } from '@terrace/contracts/wire-money'
import { multiplyMoney } from '@terrace/domain/money/money'
import type { Config } from '#api/config/config.ts'
import { presentPlanFrame, type VenuePlan } from '#api/modules/catalogue/index.ts'
import type { EventSnapshot } from '#api/modules/listings/index.ts'
import type { EventOverview } from './event-overview.ts'
import { logoPath } from '../settings/logo/serve-logos.ts'
import { senderNameOf } from '../settings/sender-name.ts'
import type { ClientOffers } from './offers-for-client.ts'
import type { QuoteWithSettings } from '../quote-cache.ts'
import { isOpen, statusOf } from '../quote-status.ts'
import type { Quote } from '../quote.ts'
import type { ClientOffer } from './client-offer.ts'

interface ClientQuoteInput {
  quoteWithSettings: QuoteWithSettings
  offered: Omit<ClientOffers, 'total'>
  eventSnapshot: EventSnapshot
  /** See `clientRateDate`. */
  rateDate: string | null
  channels: readonly string[]
  config: BrandConfig
  now: Date
}

/**
 * A quote as its client sees it. Contains nothing of what the team pays or earns (cost, fee, commission), and no seller or
 * id that identifies one.
 */
export function presentClientQuote({
  quoteWithSettings,
  offered,
  eventSnapshot,
  rateDate,
  channels,
  config,
  now,
}: ClientQuoteInput): WireClientQuote {
  const { quote } = quoteWithSettings
  const { event } = quote
  return {
    title: quote.title,
    client_name: quote.clientName,
    note: quote.note,
    status: statusOf(quote, now),
    scope: quote.scope,
    is_open: isOpen(quote, now),
    is_price_locked: quote.priceMode === 'locked',
    offer_choice: quote.offerChoice,
    currency: quote.currency,
    rate_date: rateDate,
    expires_at: quote.expiresAt.toISOString(),
    brand: presentBrand(quoteWithSettings, config),
    event: {
      title: event.title,
      event_date_local: event.localAt,
      date_confirmed: event.dateConfirmed,
      time_confirmed: event.timeConfirmed,
      timezone: event.timezone,
      status: event.status,
      venue_name: event.venueName,
      city: event.city,
      country_code: event.countryCode,
      category_name: event.categoryName,
    },
    has_plan: event.hasPlan,
    response: quote.response && {
      kind: quote.response.kind,
      at: quote.response.at.toISOString(),
      name: quote.response.name,
      offers: quote.offers.flatMap(({ id, accepted }) =>
        accepted > 0 ? [{ offer_id: id, quantity: accepted }] : [],
      ),
      held_until: heldUntil(quoteWithSettings, eventSnapshot)?.toISOString() ?? null,
    },
    channels: [...channels],
    overview: offered.overview && presentOverview(offered.overview),
    offers: offered.offers.map(presentClientOffer),
  }
}

export type BrandConfig = Pick<Config, 'apiBaseUrl' | 'brand'>

/** The team's branding and contact details. */
export function presentBrand(
  { quote, settings }: QuoteWithSettings,
  { apiBaseUrl, brand }: BrandConfig,
): QuoteBrand {
  return {
    name: senderNameOf(settings, brand),
    email: settings.contactEmail || quote.team.email,
    phone: settings.contactPhone || null,
    colour: settings.colour,
    logo: settings.logoId && logoPath(apiBaseUrl, settings.logoId),
  }
}

function presentClientOffer(offer: ClientOffer): WireClientOffer {
  const { description, clientPrice, quantity, priceRange } = offer
  const seats =
    description.firstSeat === null || description.lastSeat === null
      ? {}
      : {
          first_seat: description.firstSeat,
          last_seat: description.lastSeat,
          ...(description.seats && { seats: [...description.seats] }),
        }
  return {
    id: offer.id,
    category_name: description.categoryName,
    section: description.section,
    row: description.row,
    ...seats,
    general_admission: description.generalAdmission,
    ticket_type: description.deliveryType,
    in_hand_date: description.inHandDate,
    instant_download: description.instantDownload,
    hospitality: description.hospitality,
    notes: description.notes,
    quantity,
    price: toWireMoney(clientPrice),
    ...(priceRange && { highest_price: toWireMoney(priceRange.highest) }),
    total: toWireMoney(priceRange?.total ?? multiplyMoney(clientPrice, quantity)),
    quantities: [...offer.quantities],
    state: offer.state,
    alternatives: offer.alternatives.map(presentClientOffer),
  }
}

function presentOverview({ categories, sections }: EventOverview): WireClientQuote['overview'] {
  return {
    categories: categories.map(({ name, count, lowestPrice }) => ({
      name,
      count,
      lowest_price: lowestPrice && toWireMoney(lowestPrice),
    })),
    sections,
  }
}

/** The venue's plan without venue or category ids. */
export function presentQuotePlan({ isSchematic, plan, otherNames }: VenuePlan): WireQuotePlan {
  const nameOf = new Map(plan.categories.map(({ key, name }) => [key, name]))
  return {
    ...presentPlanFrame({ isSchematic, plan }),
    blocks: plan.blocks.map(({ id, name, level, category, polygon, labelAt }) => ({
      id,
      name,
      level,
      category: nameOf.get(category) ?? '',
      polygon,
      label_at: labelAt,
      other_names: otherNames[id] ?? [],
    })),
    categories: plan.categories.map(({ name }) => name),
  }
}

/**
 * Earliest expiry when every accepted ticket is held; `null` otherwise. Only a quote of holds, or of a team that holds on
 * acceptance, has one.
 */
function heldUntil({ quote, settings }: QuoteWithSettings, eventSnapshot: EventSnapshot): Date | null {
  if (!settings.holdsOnAccept && quote.scope !== 'holds') return null
  const accepted = acceptedByListing(quote)
  if (accepted.size === 0) return null
  const offerHoldIds = new Set(quote.offers.map(({ holdId }) => holdId))
  // Other holds on the same listings are for other clients.
  const holds = eventSnapshot
    .heldBy(quote.teamId)
    .filter(
      ({ id, listingId, quoteId }) =>
        accepted.has(listingId) && (quoteId === quote.id || offerHoldIds.has(id)),
    )
  for (const { listingId, quantity } of holds)
    accepted.set(listingId, (accepted.get(listingId) ?? 0) - quantity)
  const isAllHeld = [...accepted.values()].every((missing) => missing <= 0)
  return isAllHeld ? new Date(Math.min(...holds.map(({ expiresAt }) => expiresAt.getTime()))) : null
}

function acceptedByListing({ offers }: Quote): Map<string, number> {
  const accepted = new Map<string, number>()
  for (const offer of offers)
    if (offer.accepted > 0)
      accepted.set(offer.listingId, offer.accepted + (accepted.get(offer.listingId) ?? 0))
  return accepted
}
