import type { WireQuote, WireQuoteOffer, WireQuoteDetail } from '@terrace/contracts/quote-shapes'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { currencySymbol } from '@terrace/domain/money/currencies'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import type { QuoteStatus } from '@terrace/domain/lifecycles/quote-lifecycle'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { amountRange, priceText } from '#web/lib/format/price.ts'
import type { Tone } from '#web/ui/data-display/badge.tsx'

export const statusTones: Readonly<Record<QuoteStatus, Tone>> = {
  Active: 'ok',
  Accepted: 'ok',
  Declined: 'danger',
  Expired: 'neutral',
  Withdrawn: 'neutral',
  Ordered: 'accent',
}

/** Whether the client can still respond to the quote. */
export function isQuoteOpen({ status }: Pick<WireQuote, 'status'>): boolean {
  return status === 'Active' || status === 'Accepted' || status === 'Declined'
}

/** Whether the quote has a time to show: the time left, or when it expired. */
export function hasTimeLeft(quote: Pick<WireQuote, 'status'>): boolean {
  return isQuoteOpen(quote) || quote.status === 'Expired'
}

/** 'Not opened yet', '1 view' or '3 views'. */
export function viewsText({ count }: WireQuote['views']): string {
  if (count === 0) return 'Not opened yet'
  return count === 1 ? '1 view' : `${count} views`
}

/** When the quote was first opened, and last opened if later. */
export function viewTimes({ first_at, last_at }: WireQuote['views']): string {
  if (first_at === null) return ''
  const [first, last] = [inViewerTimeZone(first_at), inViewerTimeZone(last_at ?? first_at)]
  return first === last ? first : `first ${first}, last ${last}`
}

/** '10 %' or '£12.50 per ticket'. */
export function commissionText({
  commission_method: method,
  commission_amount: amount,
  currency,
}: Pick<WireQuote, 'commission_method' | 'commission_amount' | 'currency'>): string {
  if (method === 'fixed') return `${priceText({ amount, currency })} per ticket`
  // Drop trailing zeros after the decimal point.
  return `${amount.replace(/\.?0+$/, '')}${currencySymbol('PER')}`
}

type Totals = NonNullable<WireQuote['totals']>

/** The totals of a quote, or the lowest and highest of its alternatives; `null` for a whole event. */
export function totalsSpan({
  totals,
  totals_range: range,
}: Pick<WireQuote, 'totals' | 'totals_range'>): { lowest: Totals; highest: Totals } | null {
  return range ?? (totals && { lowest: totals, highest: totals })
}

/** '£260.70', or '£260.70–£480.00' for alternatives. */
export function clientTotalText({ lowest, highest }: NonNullable<ReturnType<typeof totalsSpan>>): string {
  return amountRange(fromWireMoney(lowest.client_total), fromWireMoney(highest.client_total))
}

/** The margin, or the lowest and highest margin of the alternatives. */
export function marginSpan({ lowest, highest }: NonNullable<ReturnType<typeof totalsSpan>>) {
  return {
    lowest: fromWireMoney(lowest.net_commission),
    highest: fromWireMoney(highest.net_commission),
  }
}

/** '2 tickets', or '2–4 tickets' for alternatives. */
export function ticketsText({ lowest, highest }: NonNullable<ReturnType<typeof totalsSpan>>): string {
  return lowest.quantity === highest.quantity
    ? formatTickets(lowest.quantity)
    : `${lowest.quantity}–${highest.quantity} tickets`
}

/** 'Client pays for 2 tickets', or 'Client pays for one of 3 offers'. */
export function clientPaysLabel(quote: Pick<WireQuoteDetail, 'totals' | 'totals_range' | 'offers'>): string {
  const totals = totalsSpan(quote)
  if (!totals) return 'Client pays'
  return quote.totals_range
    ? `Client pays for one of ${quote.offers.length} offers`
    : `Client pays for ${ticketsText(totals)}`
}

/** 'Block 25 · R 18', or the section alone. */
export function offerSeatLabel({ section, row }: Pick<WireQuoteOffer, 'section' | 'row'>): string {
  return row === '' ? section : `${section} · R ${row}`
}

/** 'Accepted by Lee Park, 01 Feb 31, 14:31'. */
export function responseText(response: NonNullable<WireQuote['response']>): string {
  const clientName = response.name ?? 'The client'
  return `${response.kind === 'accepted' ? 'Accepted' : 'Declined'} by ${clientName}, ${inViewerTimeZone(response.at)}`
}

const activityLabels: Readonly<Record<WireQuoteDetail['history'][number]['event'], string>> = {
  created: 'Created',
  viewed: 'Opened by the client',
  accepted: 'Accepted',
  declined: 'Declined',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
  withdrawal_undone: 'Withdrawal undone',
  reopened: 'Reopened',
  extended: 'Extended',
  commission_changed: 'Commission changed',
  sent: 'Sent by email',
  ordered: 'Ordered',
  order_reversed: 'Order reversed',
}

export function activityText(event: keyof typeof activityLabels): string {
  return activityLabels[event]
}
