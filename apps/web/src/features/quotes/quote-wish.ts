import type { WireHold } from '@terrace/contracts/holds'
import type { WireMoney } from '@terrace/contracts/wire-money'
import { byEvent } from '#web/features/holds/basket.ts'
import type { SelectedLine } from '#web/features/holds/selection.ts'

/** A listing that is to be offered, as it was seen where somebody pressed "Quote". */
export interface WishedLine {
  listing_id: string
  quantity: number
  category_name: string
  section: string
  row: string
  splits: readonly number[]
  price: WireMoney
}

interface WishedEvent {
  id: number
  title: string
}

/** What somebody wants to quote; a quote is of one event (product.md §5). `currency` is the one it was looked at in. */
export type QuoteWish = { event: WishedEvent; currency: string } & (
  | { scope: 'listings'; teamIds: readonly number[]; lines: readonly WishedLine[] }
  | { scope: 'holds'; holds: readonly WireHold[] }
  | { scope: 'event' }
)

/** Tells one wish from another: asking for the same again goes on with what was typed. */
export function wishKey(wish: QuoteWish): string {
  return [wish.scope, wish.event.id, ...offeredIds(wish).toSorted()].join(' ')
}

function offeredIds(wish: QuoteWish): string[] {
  if (wish.scope === 'event') return []
  return wish.scope === 'listings'
    ? wish.lines.map(({ listing_id }) => listing_id)
    : wish.holds.map(({ hold_id }) => hold_id)
}

/** What is selected, one wish for each event. */
export function selectedWishes(lines: readonly SelectedLine[]): QuoteWish[] {
  return byEvent(lines, ({ event }) => event).flatMap(({ event, items }): QuoteWish[] => {
    const [first] = items
    if (!first) return []
    const { price, event: whole } = first
    return [{ scope: 'listings', event, currency: price.currency, teamIds: whole.team_ids, lines: items }]
  })
}

/** What is held, one wish for each event. */
export function heldWishes(holds: readonly WireHold[]): QuoteWish[] {
  return byEvent(holds, ({ event }) => event).flatMap(({ event, items }): QuoteWish[] => {
    const [first] = items
    return first ? [{ scope: 'holds', event, currency: first.price.currency, holds: items }] : []
  })
}
