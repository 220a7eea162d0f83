import type { WireVisitorQuote } from '@terrace/contracts/quote-page'
import { sumMoney, type Money } from '@terrace/domain/money'
import { useState } from 'react'
import { choosable, firstQuantity, totalOf, type Offered } from './offer-words.ts'

export interface Chosen {
  offer: Offered
  quantity: number
}

export interface Choice {
  chosen: readonly Chosen[]
  tickets: number
  total: Money
  quantityOf: (id: string) => number | null
  /** Null takes it off. */
  choose: (offer: Offered, quantity: number | null) => void
  /** What was chosen and has gone since the last press. */
  lost: readonly Offered[]
}

/**
 * What the client has chosen, never more than can be had: what goes is taken off and told, and of what grows short as many
 * stay chosen as may be.
 */
export function useChoice(quote: WireVisitorQuote, linkedId: string | null): Choice {
  const offered = choosable(quote.offers)
  const [wished, setWished] = useState(() => firstChoice(quote, offered, linkedId))
  const [lost, setLost] = useState<readonly Offered[]>([])

  const gone = [...wished.values()].filter(({ offer }) => !offered.has(offer.id))
  if (gone.length > 0) {
    // For good: were it to come back, the client may have chosen another one in its place.
    setWished(new Map([...wished].filter(([id]) => offered.has(id))))
    setLost([...lost, ...gone.map(({ offer }) => offer)])
  }

  const chosen = [...wished].flatMap(([id, { quantity }]): Chosen[] => {
    const offer = offered.get(id)
    const allowed = offer && (firstQuantity({ ...offer, quantity }) ?? undefined)
    return offer && allowed !== undefined ? [{ offer, quantity: allowed }] : []
  })
  return {
    chosen,
    tickets: chosen.reduce((sum, { quantity }) => sum + quantity, 0),
    total: sumMoney(
      chosen.map(({ offer, quantity }) => totalOf(offer, quantity)),
      quote.currency,
    ),
    quantityOf: (id) => chosen.find(({ offer }) => offer.id === id)?.quantity ?? null,
    choose(offer, quantity) {
      setLost([])
      setWished((current) => {
        const next = new Map(current)
        if (quantity === null) next.delete(offer.id)
        else next.set(offer.id, { offer, quantity })
        return next
      })
    },
    lost,
  }
}

/** What was accepted before; else the offer of the link, or the only one there is. Of several, the client chooses. */
function firstChoice(
  { answer, offers }: WireVisitorQuote,
  offered: ReadonlyMap<string, Offered>,
  linkedId: string | null,
): ReadonlyMap<string, Chosen> {
  const accepted = answer?.kind === 'accepted' ? answer.offers : []
  const only = offers.length === 1 ? offers[0]?.id : undefined
  const wanted =
    accepted.length > 0
      ? accepted
      : [linkedId ?? only].map((id) => ({
          offer_id: id ?? '',
          quantity: offered.get(id ?? '')?.quantity ?? 0,
        }))
  return new Map(
    wanted.flatMap(({ offer_id: id, quantity }) => {
      const offer = offered.get(id)
      return offer ? [[id, { offer, quantity }] as const] : []
    }),
  )
}
