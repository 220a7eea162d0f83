import type { WireTrackedListing } from '@terrace/contracts/tracked-listings'
import { fromWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import { compareMoney, formatMoney, money, type Money } from '@terrace/domain/money'
import { formatTickets } from '@terrace/domain/tickets'
import { onOwnClock } from '#web/lib/own-clock.ts'
import { priceText } from '#web/lib/price.ts'
import type { Tone } from '#web/ui/badge.tsx'

const goneWords: Readonly<Record<NonNullable<WireTrackedListing['gone']>, string>> = {
  sold_out: 'Sold out',
  withdrawn: 'Withdrawn',
  event_over: 'Event over',
  event_postponed: 'Event postponed',
  event_cancelled: 'Event cancelled',
}

/** The word and the colour of a state, and what there is to say about it. */
export function stateLook({ state, gone, available }: WireTrackedListing): {
  label: string
  tone: Tone
  more: string
} {
  if (gone !== null) return { label: 'Gone', tone: 'neutral', more: goneWords[gone] }
  const more = available === 0 ? 'All held just now' : `${formatTickets(available)} left`
  return state === 'back' ? { label: 'Back', tone: 'accent', more } : { label: 'Listed', tone: 'ok', more }
}

/** How the price has changed since it is tracked; null while the listing is gone. */
export function difference({
  price_then,
  price_now,
}: Pick<WireTrackedListing, 'price_then' | 'price_now'>): { sign: -1 | 0 | 1; text: string } | null {
  if (price_now === null) return null
  const [then, now] = [fromWireMoney(price_then), fromWireMoney(price_now)]
  const minor = compareMoney(now, then)
  const amount = formatMoney(money(Math.abs(minor), now.currency))
  if (minor === 0) return { sign: 0, text: 'unchanged' }
  return minor < 0 ? { sign: -1, text: `${amount} less` } : { sign: 1, text: `${amount} more` }
}

/** What a spark line shows, in words: 'Since 21 Nov 26, 14:05: from £90.00 to £80.00, highest £95.00, gone once'. */
export function historyText({ history, tracked_at, price_then, price_now }: WireTrackedListing): string {
  const prices = history.flatMap(({ price }) => (price ? [fromWireMoney(price)] : []))
  const timesGone = history.filter(({ price }) => price === null).length
  const sorted = prices.toSorted(compareMoney)
  return [
    `Since ${onOwnClock(tracked_at)}: from ${priceText(price_then)} ${endText(price_now)}`,
    ...extremes(sorted, [price_then, price_now ?? price_then].map(fromWireMoney)),
    ...(timesGone === 0 ? [] : [timesGone === 1 ? 'gone once' : `gone ${timesGone} times`]),
  ].join(', ')
}

function endText(now: WireMoney | null): string {
  return now === null ? 'until it was gone' : `to ${priceText(now)}`
}

/** The lowest and the highest price, where they are not those at the ends. */
function extremes(sorted: readonly Money[], ends: readonly Money[]): string[] {
  const [lowest, highest] = [sorted[0], sorted.at(-1)]
  const isBeyond = (price: Money | undefined): price is Money =>
    price !== undefined && ends.every(({ minor }) => minor !== price.minor)
  return [
    ...(isBeyond(lowest) ? [`lowest ${formatMoney(lowest)}`] : []),
    ...(isBeyond(highest) ? [`highest ${formatMoney(highest)}`] : []),
  ]
}
