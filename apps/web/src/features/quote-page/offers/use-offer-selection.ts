import type { WireClientQuote } from '@terrace/contracts/quote-page'
import { sumMoney, type Money } from '@terrace/domain/money/money'
import { useState } from 'react'
import {
  acceptedOffers,
  selectableOffers,
  defaultQuantity,
  totalOf,
  type OfferDetails,
} from './offer-copy.ts'

export interface SelectedOffer {
  offer: OfferDetails
  quantity: number
}

export interface OfferSelection {
  selected: readonly SelectedOffer[]
  tickets: number
  total: Money
  quantityOf: (id: string) => number | null
  /** `null` removes the offer. */
  select: (offer: OfferDetails, quantity: number | null) => void
  /** Removes offers that the server rejected as unavailable. */
  remove: (ids: readonly string[]) => void
  /** Offers removed since the client last changed the selection. */
  unavailable: readonly OfferDetails[]
}

/**
 * The client's selection, limited to available tickets. Unavailable offers are removed and reported; reduced ones are
 * lowered. An offer on a page that has not been loaded keeps its last known state.
 */
export function useOfferSelection(
  quote: WireClientQuote,
  { linkedId, isFullyLoaded }: { linkedId: string | null; isFullyLoaded: boolean },
): OfferSelection {
  const offered = selectableOffers(quote.offers)
  const [selection, setSelection] = useState(() => initialSelection(quote, offered, linkedId))
  const [unavailable, setUnavailable] = useState<readonly OfferDetails[]>([])

  const loadedIds = new Set(quote.offers.map(({ id }) => id))
  const unavailableIds = [...selection.keys()].filter(
    (id) => !offered.has(id) && (isFullyLoaded || loadedIds.has(id)),
  )
  if (unavailableIds.length > 0) remove(unavailableIds)

  function remove(ids: readonly string[]) {
    // A removed offer stays removed if it becomes available again, because the client may have replaced it.
    setSelection((previous) => new Map([...previous].filter(([id]) => !ids.includes(id))))
    const removedOffers = ids.flatMap((id) => selection.get(id)?.offer ?? [])
    setUnavailable((previous) => [...previous.filter(({ id }) => !ids.includes(id)), ...removedOffers])
  }

  const available = [...selection].flatMap(([id, { offer: lastSeen, quantity }]): SelectedOffer[] => {
    if (unavailableIds.includes(id)) return []
    const offer = offered.get(id) ?? lastSeen
    const allowedQuantity = defaultQuantity({ ...offer, quantity }) ?? undefined
    return allowedQuantity !== undefined ? [{ offer, quantity: allowedQuantity }] : []
  })
  // A closed quote shows the accepted offers, regardless of availability.
  const selected = quote.is_open ? available : loadedOnly(acceptedOffers(quote))
  return {
    selected,
    tickets: selected.reduce((sum, { quantity }) => sum + quantity, 0),
    total: sumMoney(
      selected.map(({ offer, quantity }) => totalOf(offer, quantity)),
      quote.currency,
    ),
    quantityOf: (id) => selected.find(({ offer }) => offer.id === id)?.quantity ?? null,
    select(offer, quantity) {
      setUnavailable([])
      setSelection((previous) => {
        // If the client may accept only one offer, a new choice replaces the previous one.
        const updated = new Map(quote.offer_choice === 'one' ? [] : previous)
        if (quantity === null) updated.delete(offer.id)
        else updated.set(offer.id, { offer, quantity })
        return updated
      })
    },
    remove,
    unavailable,
  }
}

const loadedOnly = (lines: ReturnType<typeof acceptedOffers>): SelectedOffer[] =>
  lines.flatMap(({ offer, quantity }) => (offer ? [{ offer, quantity }] : []))

/** The accepted offers; otherwise the linked offer or the only one. */
function initialSelection(
  { response, offers }: WireClientQuote,
  offered: ReadonlyMap<string, OfferDetails>,
  linkedId: string | null,
): ReadonlyMap<string, SelectedOffer> {
  const accepted = response?.kind === 'accepted' ? response.offers : []
  const only = offers.length === 1 ? offers[0]?.id : undefined
  const available =
    accepted.length > 0
      ? accepted
      : [linkedId ?? only].map((id) => ({
          offer_id: id ?? '',
          quantity: offered.get(id ?? '')?.quantity ?? 0,
        }))
  return new Map(
    available.flatMap(({ offer_id: id, quantity }) => {
      const offer = offered.get(id)
      return offer ? [[id, { offer, quantity }] as const] : []
    }),
  )
}
