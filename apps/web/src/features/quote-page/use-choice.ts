import type { WireVisitorQuote } from '@terrace/contracts/quote-page'
import { sumMoney, type Money } from '@terrace/domain/money'
import { useState } from 'react'
import { acceptedOf, choosable, firstQuantity, totalOf, type Offered } from './offer-words.ts'

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
  /** Takes off what the server has refused because nothing of it is left. */
  drop: (ids: readonly string[]) => void
  /** What was chosen and has gone since the last press. */
  lost: readonly Offered[]
}

/**
 * What the client has chosen, never more than can be had: what goes is taken off and told, and of what grows short as many
 * stay chosen as may be. An offer may have moved to a page that is not loaded: then it stays chosen as it was last seen.
 */
export function useChoice(
  quote: WireVisitorQuote,
  { linkedId, isWhole }: { linkedId: string | null; isWhole: boolean },
): Choice {
  const offered = choosable(quote.offers)
  const [wished, setWished] = useState(() => firstChoice(quote, offered, linkedId))
  const [lost, setLost] = useState<readonly Offered[]>([])

  const seen = new Set(quote.offers.map(({ id }) => id))
  const gone = [...wished.keys()].filter((id) => !offered.has(id) && (isWhole || seen.has(id)))
  if (gone.length > 0) drop(gone)

  function drop(ids: readonly string[]) {
    // For good: were it to come back, the client may have chosen another one in its place.
    setWished((current) => new Map([...current].filter(([id]) => !ids.includes(id))))
    const taken = ids.flatMap((id) => wished.get(id)?.offer ?? [])
    setLost((current) => [...current.filter(({ id }) => !ids.includes(id)), ...taken])
  }

  const wanted = [...wished].flatMap(([id, { offer: known, quantity }]): Chosen[] => {
    if (gone.includes(id)) return []
    const offer = offered.get(id) ?? known
    const allowed = firstQuantity({ ...offer, quantity }) ?? undefined
    return allowed !== undefined ? [{ offer, quantity: allowed }] : []
  })
  // What a quote that takes no answers was accepted with stands, whatever can be had by now.
  const chosen = quote.is_open ? wanted : whole(acceptedOf(quote))
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
    drop,
    lost,
  }
}

const whole = (lines: ReturnType<typeof acceptedOf>): Chosen[] =>
  lines.flatMap(({ offer, quantity }) => (offer ? [{ offer, quantity }] : []))

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
