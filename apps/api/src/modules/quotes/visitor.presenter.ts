import type {
  QuoteBrand,
  WireQuotePlan,
  WireVisitorOffer,
  WireVisitorQuote,
} from '@terrace/contracts/quote-page'
import { toWireMoney } from '@terrace/contracts/wire-money'
import { multiplyMoney } from '@terrace/domain/money'
import type { VenuePlan } from '../catalogue/index.ts'
import type { EventBook } from '../listings/index.ts'
import type { EventOverview } from './event-overview.ts'
import { logoPath } from './logo/serve-logos.ts'
import type { OfferedNow } from './offer-to-visitor.ts'
import type { KnownQuote } from './quote-cache.ts'
import { isOpen, statusOf } from './quote-status.ts'
import type { Quote } from './quote.ts'
import type { VisitorOffer } from './visitor-offer.ts'

interface VisitorQuote {
  known: KnownQuote
  offered: Omit<OfferedNow, 'total'>
  book: EventBook
  channels: readonly string[]
  apiBase: string
  now: Date
}

/** A quote as its client sees it: no cost, fee or commission, nobody's name but the broker's, no id that leads anywhere. */
export function presentToVisitor({
  known,
  offered,
  book,
  channels,
  apiBase,
  now,
}: VisitorQuote): WireVisitorQuote {
  const { quote } = known
  const { event } = quote
  return {
    title: quote.title,
    client_name: quote.clientName,
    note: quote.note,
    status: statusOf(quote, now),
    scope: quote.scope,
    is_open: isOpen(quote, now),
    is_price_locked: quote.priceMode === 'locked',
    currency: quote.currency,
    expires_at: quote.expiresAt.toISOString(),
    brand: presentBrand(known, apiBase),
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
    answer: quote.answer && {
      kind: quote.answer.kind,
      at: quote.answer.at.toISOString(),
      name: quote.answer.name,
      offers: quote.offers.flatMap(({ id, accepted }) =>
        accepted > 0 ? [{ offer_id: id, quantity: accepted }] : [],
      ),
      held_until: heldUntil(known, book)?.toISOString() ?? null,
    },
    channels: [...channels],
    overview: offered.overview && presentOverview(offered.overview),
    offers: offered.offers.map(presentVisitorOffer),
  }
}

/** How the team looks on its quotes, and how to reach it. */
export function presentBrand({ quote, settings }: KnownQuote, apiBase: string): QuoteBrand {
  return {
    name: settings.name || settings.teamName,
    email: settings.contactEmail || quote.team.email,
    phone: settings.contactPhone || null,
    colour: settings.colour,
    logo: settings.logoId && logoPath(apiBase, settings.logoId),
  }
}

function presentVisitorOffer(offer: VisitorOffer): WireVisitorOffer {
  const { facts, price, quantity, mixed } = offer
  const seats =
    facts.firstSeat === null || facts.lastSeat === null
      ? {}
      : { first_seat: facts.firstSeat, last_seat: facts.lastSeat }
  return {
    id: offer.id,
    category_name: facts.categoryName,
    section: facts.section,
    row: facts.row,
    ...seats,
    general_admission: facts.generalAdmission,
    ticket_type: facts.ticketType,
    in_hand_date: facts.inHandDate,
    instant_download: facts.instantDownload,
    hospitality: facts.hospitality,
    notes: facts.notes,
    quantity,
    price: toWireMoney(price),
    ...(mixed && { highest_price: toWireMoney(mixed.highest) }),
    total: toWireMoney(mixed?.total ?? multiplyMoney(price, quantity)),
    quantities: [...offer.quantities],
    state: offer.state,
    alternatives: offer.alternatives.map(presentVisitorOffer),
  }
}

function presentOverview({ categories, sections }: EventOverview): WireVisitorQuote['overview'] {
  return {
    categories: categories.map(({ name, count, lowestPrice }) => ({
      name,
      count,
      lowest_price: lowestPrice && toWireMoney(lowestPrice),
    })),
    sections,
  }
}

/** The venue's plan as it is drawn; a category is known by its name, and the venue by none. */
export function presentQuotePlan({ isSchematic, plan, otherNames }: VenuePlan): WireQuotePlan {
  const nameOf = new Map(plan.categories.map(({ key, name }) => [key, name]))
  return {
    schematic: isSchematic,
    width: plan.width,
    height: plan.height,
    surface: plan.surface && {
      kind: plan.surface.kind,
      shape: plan.surface.shape,
      is_sketch: plan.surface.isSketch ?? false,
    },
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

/** Until when all that was accepted is held; null where something of it is not, or where holding is no promise of the team's. */
function heldUntil({ quote, settings }: KnownQuote, book: EventBook): Date | null {
  if (!settings.holdsOnAccept && quote.scope !== 'holds') return null
  const accepted = acceptedByListing(quote)
  if (accepted.size === 0) return null
  const own = new Set(quote.offers.map(({ holdId }) => holdId))
  // What else the team holds of the same tickets is for somebody else.
  const holds = book
    .heldBy(quote.teamId)
    .filter(
      ({ id, listingId, quoteRef }) => accepted.has(listingId) && (quoteRef === quote.id || own.has(id)),
    )
  for (const { listingId, quantity } of holds)
    accepted.set(listingId, (accepted.get(listingId) ?? 0) - quantity)
  const isAllHeld = [...accepted.values()].every((left) => left <= 0)
  return isAllHeld ? new Date(Math.min(...holds.map(({ expiresAt }) => expiresAt.getTime()))) : null
}

function acceptedByListing({ offers }: Quote): Map<string, number> {
  const accepted = new Map<string, number>()
  for (const offer of offers)
    if (offer.accepted > 0)
      accepted.set(offer.listingId, offer.accepted + (accepted.get(offer.listingId) ?? 0))
  return accepted
}
