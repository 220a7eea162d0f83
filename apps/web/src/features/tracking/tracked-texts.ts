import type { WireTrackedListing } from '@terrace/contracts/tracked-listings'
import { fromWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import { compareMoney, formatMoney, money, type Money } from '@terrace/domain/money/money'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { priceText } from '#web/lib/format/price.ts'
import type { Tone } from '#web/ui/data-display/badge.tsx'

const unavailableTexts: Readonly<Record<NonNullable<WireTrackedListing['unavailable']>, string>> = {
  sold_out: 'Sold out',
  withdrawn: 'Withdrawn',
  event_over: 'Event started',
  event_postponed: 'Event postponed',
  event_cancelled: 'Event cancelled',
}

export function stateStyle({ state, unavailable, available }: WireTrackedListing): {
  label: string
  tone: Tone
  detail: string
} {
  if (unavailable !== null)
    return { label: 'Unavailable', tone: 'neutral', detail: unavailableTexts[unavailable] }
  const detail = available === 0 ? 'All held' : `${formatTickets(available)} left`
  return state === 'back'
    ? { label: 'Back on sale', tone: 'accent', detail }
    : { label: 'Listed', tone: 'ok', detail }
}

/** Change of the all-in price since tracking started; `null` while the listing is unavailable. */
export function priceChange({
  all_in_price_when_tracked: tracked,
  current_all_in_price: current,
}: Pick<WireTrackedListing, 'all_in_price_when_tracked' | 'current_all_in_price'>): {
  sign: -1 | 0 | 1
  /** Without a sign. */
  amount: string
  text: string
} | null {
  if (current === null) return null
  const [originalPrice, currentPrice] = [fromWireMoney(tracked), fromWireMoney(current)]
  const minor = compareMoney(currentPrice, originalPrice)
  const amount = formatMoney(money(Math.abs(minor), currentPrice.currency))
  if (minor === 0) return { sign: 0, amount, text: 'unchanged' }
  return minor < 0
    ? { sign: -1, amount, text: `${amount} less` }
    : { sign: 1, amount, text: `${amount} more` }
}

/** Describes a sparkline: 'All-in since 21 Nov 26, 14:05: from £90.00 to £80.00, highest £95.00, unavailable once'. */
export function historyText({
  history,
  tracked_at,
  all_in_price_when_tracked: tracked,
  current_all_in_price: current,
}: WireTrackedListing): string {
  const prices = history.flatMap(({ all_in_price: price }) => (price ? [fromWireMoney(price)] : []))
  const soldOutCount = history.filter(({ price }) => price === null).length
  const sorted = prices.toSorted(compareMoney)
  return [
    `All-in since ${inViewerTimeZone(tracked_at)}: from ${priceText(tracked)} ${endText(current)}`,
    ...extremes(sorted, [tracked, current ?? tracked].map(fromWireMoney)),
    ...(soldOutCount === 0
      ? []
      : [soldOutCount === 1 ? 'unavailable once' : `unavailable ${soldOutCount} times`]),
  ].join(', ')
}

function endText(currentPrice: WireMoney | null): string {
  return currentPrice === null ? 'until it became unavailable' : `to ${priceText(currentPrice)}`
}

/** Lowest and highest price, unless they are the first or the current one. */
function extremes(sorted: readonly Money[], ends: readonly Money[]): string[] {
  const [lowest, highest] = [sorted[0], sorted.at(-1)]
  const isBeyond = (price: Money | undefined): price is Money =>
    price !== undefined && ends.every(({ minor }) => minor !== price.minor)
  return [
    ...(isBeyond(lowest) ? [`lowest ${formatMoney(lowest)}`] : []),
    ...(isBeyond(highest) ? [`highest ${formatMoney(highest)}`] : []),
  ]
}
