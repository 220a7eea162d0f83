import type { WireHold } from '@terrace/contracts/holds'
import type { WireQuoteDefaults } from '@terrace/contracts/quote-settings'
import type { OfferChoice } from '@terrace/contracts/quote-terms'
import type { QuoteBodyInput } from '@terrace/contracts/quote-creation'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import type { CommissionMethod } from '@terrace/domain/money/commission'
import type { Money } from '@terrace/domain/money/money'
import { quoteDurations, type QuoteDuration } from '@terrace/domain/time/quote-durations'
import type { QuoteRequest, QuoteRequestLine } from './quote-request.ts'

export interface PendingOffer {
  /** Id of the listing, or of the hold for offers from holds. */
  id: string
  listingId: string
  section: string
  row: string
  categoryName: string
  quantity: number
  /** Quantities that can be offered; a hold can only be offered whole. */
  splits: readonly number[]
  /** Price and fee per ticket that the hold locked. */
  held: { cost: Money; fee: Money } | null
}

/** The form values of a quote that has not been created yet; texts are as typed. */
export interface PendingQuote {
  scope: QuoteRequest['scope']
  eventId: number
  performerIds: readonly number[]
  offers: readonly PendingOffer[]
  title: string
  client: string
  /** The chosen client of the client book; `null` for any other text. */
  clientId: string | null
  note: string
  hours: QuoteDuration
  currency: string
  method: CommissionMethod
  amount: string
  mode: 'floating' | 'locked'
  choice: OfferChoice
  /** Visible to the team only, like the internal note. */
  reference: string
  internalNote: string
  isHospitality: boolean
}

const maxTitleLength = 120

/**
 * Starts a quote with the team's terms, or with those of the previous quote in a team without a default commission.
 */
export function createPendingQuote(
  request: QuoteRequest,
  defaults: WireQuoteDefaults,
  previous: PendingQuote | null,
): PendingQuote {
  const currency = defaults.currency_to_display ?? request.currency
  const terms = (defaults.commission_amount === '' && previous) || {
    hours: quoteDurations.find((hours) => hours === defaults.quote_expiry) ?? 24,
    method: defaults.commission_method,
    amount: defaults.commission_amount,
    mode: defaults.price_mode,
    choice: defaults.offer_choice,
    currency,
  }
  return {
    scope: request.scope,
    eventId: request.event.id,
    performerIds: request.scope === 'listings' ? request.performerIds : [],
    offers: offersOf(request),
    title: request.event.title.slice(0, maxTitleLength),
    client: '',
    clientId: null,
    note: defaults.note,
    hours: terms.hours,
    currency,
    method: terms.method,
    // A fixed amount does not carry over to another currency.
    amount: terms.method === 'percentage' || terms.currency === currency ? terms.amount : '',
    mode: terms.mode,
    choice: terms.choice,
    reference: '',
    internalNote: '',
    isHospitality: false,
  }
}

function offersOf(request: QuoteRequest): PendingOffer[] {
  if (request.scope === 'event') return []
  return request.scope === 'listings' ? request.lines.map(listedOffer) : request.holds.map(heldOffer)
}

function listedOffer({ listing_id, category_name, ...line }: QuoteRequestLine): PendingOffer {
  const { section, row, quantity, splits } = line
  return {
    id: listing_id,
    listingId: listing_id,
    section,
    row,
    categoryName: category_name,
    quantity,
    splits,
    held: null,
  }
}

function heldOffer({ hold_id, listing_id, listing, quantity, price, service_fee }: WireHold): PendingOffer {
  return {
    id: hold_id,
    listingId: listing_id,
    section: listing.section,
    row: listing.row,
    categoryName: listing.category_name,
    quantity,
    splits: [quantity],
    held: { cost: fromWireMoney(price), fee: fromWireMoney(service_fee) },
  }
}

/** Whether the client must choose between the offers, so that their prices do not add up. */
export function clientChoosesOne({ scope, offers, choice }: PendingQuote): boolean {
  return scope !== 'event' && offers.length > 1 && choice === 'one'
}

/** The body of `generate-quote` (spec §3), without empty optional fields. */
export function quotePayload(pendingQuote: PendingQuote): QuoteBodyInput {
  const { scope, offers, client, clientId, note, reference, internalNote } = pendingQuote
  return {
    event_id: pendingQuote.eventId,
    title: pendingQuote.title,
    quote_expiry: pendingQuote.hours,
    currency_to_display: pendingQuote.currency,
    commission_method: pendingQuote.method,
    commission_amount: pendingQuote.amount.trim(),
    hold_ids: scope === 'holds' ? offers.map(({ id }) => id) : [],
    is_vip_listings: scope === 'event' && pendingQuote.isHospitality ? 1 : 0,
    // An event quote has no fixed list of prices to lock.
    price_mode: scope === 'event' ? 'floating' : pendingQuote.mode,
    ...(scope === 'listings' && {
      listings: offers.map(({ id, quantity }) => ({ listing_id: id, quantity })),
    }),
    ...(client.trim() !== '' && { client_name: client }),
    ...(clientId !== null && { client_id: clientId }),
    ...(note.trim() !== '' && { note }),
    ...(clientChoosesOne(pendingQuote) && { offer_choice: 'one' as const }),
    ...(reference.trim() !== '' && { reference }),
    ...(internalNote.trim() !== '' && { internal_note: internalNote }),
  }
}
