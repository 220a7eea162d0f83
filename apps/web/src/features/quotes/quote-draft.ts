import type { WireHold } from '@terrace/contracts/holds'
import type { QuoteBodyInput } from '@terrace/contracts/quotes'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import type { CommissionMethod } from '@terrace/domain/commission'
import type { Money } from '@terrace/domain/money'
import type { QuoteDuration } from '@terrace/domain/quote-durations'
import type { QuoteWish, WishedLine } from './quote-wish.ts'

/** One offer of a quote that is being written. */
export interface DraftOffer {
  /** Of the listing, or of the hold where that is the offer. */
  id: string
  listingId: string
  section: string
  row: string
  categoryName: string
  quantity: number
  /** Numbers of tickets that may be offered; of a hold only all of it. */
  splits: readonly number[]
  /** What holding froze, per ticket. */
  held: { price: Money; fee: Money } | null
}

/** A quote that is being written: texts as they are typed. */
export interface QuoteDraft {
  scope: QuoteWish['scope']
  eventId: number
  teamIds: readonly number[]
  offers: readonly DraftOffer[]
  title: string
  client: string
  note: string
  hours: QuoteDuration
  currency: string
  method: CommissionMethod
  amount: string
  mode: 'floating' | 'locked'
  isHospitality: boolean
}

const longestTitle = 120

/** A quote of this, on the terms of the one before: who quotes all day has the same ones. */
export function draftOf(wish: QuoteWish, before: QuoteDraft | null): QuoteDraft {
  return {
    scope: wish.scope,
    eventId: wish.event.id,
    teamIds: wish.scope === 'listings' ? wish.teamIds : [],
    offers: offersOf(wish),
    title: wish.event.title.slice(0, longestTitle),
    client: '',
    note: '',
    hours: before?.hours ?? 24,
    currency: wish.currency,
    method: before?.method ?? 'percentage',
    // A fixed amount of another currency is another commission.
    amount:
      before && (before.method === 'percentage' || before.currency === wish.currency) ? before.amount : '',
    mode: before?.mode ?? 'floating',
    isHospitality: false,
  }
}

function offersOf(wish: QuoteWish): DraftOffer[] {
  if (wish.scope === 'event') return []
  return wish.scope === 'listings' ? wish.lines.map(listedOffer) : wish.holds.map(heldOffer)
}

function listedOffer({ listing_id, category_name, ...line }: WishedLine): DraftOffer {
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

function heldOffer({ hold_id, listing_id, listing, quantity, price, service_fee }: WireHold): DraftOffer {
  return {
    id: hold_id,
    listingId: listing_id,
    section: listing.section,
    row: listing.row,
    categoryName: listing.category_name,
    quantity,
    splits: [quantity],
    held: { price: fromWireMoney(price), fee: fromWireMoney(service_fee) },
  }
}

/** The payload of `generate-quote` (spec §3). What is not said is left out. */
export function quotePayload(draft: QuoteDraft): QuoteBodyInput {
  const { scope, offers, client, note } = draft
  return {
    event_id: draft.eventId,
    title: draft.title,
    quote_expiry: draft.hours,
    currency_to_display: draft.currency,
    commission_method: draft.method,
    commission_amount: draft.amount.trim(),
    hold_ids: scope === 'holds' ? offers.map(({ id }) => id) : [],
    is_vip_listings: scope === 'event' && draft.isHospitality ? 1 : 0,
    // A whole event has no list of prices to lock.
    price_mode: scope === 'event' ? 'floating' : draft.mode,
    ...(scope === 'listings' && {
      listings: offers.map(({ id, quantity }) => ({ listing_id: id, quantity })),
    }),
    ...(client.trim() !== '' && { client_name: client }),
    ...(note.trim() !== '' && { note }),
  }
}
