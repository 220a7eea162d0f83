import type { WireQuote, WireQuoteOffer, WireQuoteWhole } from '@terrace/contracts/quote-shapes'
import { currencySymbol } from '@terrace/domain/currencies'
import { formatEventDate } from '@terrace/domain/dates'
import type { QuoteStatus } from '@terrace/domain/quote-lifecycle'
import { onOwnClock } from '#web/lib/own-clock.ts'
import { priceText } from '#web/lib/price.ts'
import type { Tone } from '#web/ui/badge.tsx'

/** Of each status. */
export const statusTones: Readonly<Record<QuoteStatus, Tone>> = {
  Active: 'ok',
  Accepted: 'ok',
  Declined: 'danger',
  Expired: 'neutral',
  Withdrawn: 'neutral',
  Ordered: 'accent',
}

/** Whether a client can still answer it; it ends when its time does. */
export function isStanding({ status }: Pick<WireQuote, 'status'>): boolean {
  return status === 'Active' || status === 'Accepted' || status === 'Declined'
}

/** Whether there is a time to tell: what it has left, or since when it has none. */
export function hasTimeLeft(quote: Pick<WireQuote, 'status'>): boolean {
  return isStanding(quote) || quote.status === 'Expired'
}

/** `3 views` */
export function viewsText({ count }: WireQuote['views']): string {
  if (count === 0) return 'Not opened yet'
  return count === 1 ? '1 view' : `${count} views`
}

/** When it was opened first, and last where that was another time. */
export function viewTimes({ first_at, last_at }: WireQuote['views']): string {
  if (first_at === null) return ''
  const [first, last] = [onOwnClock(first_at), onOwnClock(last_at ?? first_at)]
  return first === last ? first : `first ${first}, last ${last}`
}

export function eventText({ event }: Pick<WireQuote, 'event'>): string {
  return (
    formatEventDate({
      local: event.event_date_local,
      timeConfirmed: event.time_confirmed,
      dateConfirmed: event.date_confirmed,
    }) ?? ''
  )
}

/** `10 %` or `£12.50 a ticket`. */
export function commissionText({
  commission_method: method,
  commission_amount: amount,
  currency,
}: Pick<WireQuote, 'commission_method' | 'commission_amount' | 'currency'>): string {
  if (method === 'fixed') return `${priceText({ amount, currency })} a ticket`
  // What stands behind the point only where it is something.
  return `${amount.replace(/\.?0+$/, '')}${currencySymbol('PER')}`
}

/** `Block 25 · R 18`, or the block alone. */
export function offerPlace({ section, row }: Pick<WireQuoteOffer, 'section' | 'row'>): string {
  return row === '' ? section : `${section} · R ${row}`
}

/** Said once, for the list and the opened quote. */
export function answerText(answer: NonNullable<WireQuote['answer']>): string {
  const who = answer.name ?? 'The client'
  return `${answer.kind === 'accepted' ? 'Accepted' : 'Declined'} by ${who}, ${onOwnClock(answer.at)}`
}

const happenings: Readonly<Record<WireQuoteWhole['history'][number]['what'], string>> = {
  created: 'Made',
  viewed: 'Opened by the client',
  accepted: 'Accepted',
  declined: 'Declined',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
  revived: 'Revived',
  extended: 'Extended',
  commission_changed: 'Commission changed',
  sent: 'Sent by mail',
  ordered: 'Ordered',
  order_undone: 'Order undone',
}

export function happeningText(what: keyof typeof happenings): string {
  return happenings[what]
}
