import { formatDateTime, formatEventDate } from '@terrace/domain/dates'
import { deliveryClock } from '@terrace/domain/delivery-clock'
import { secondDeliveryLabel } from '@terrace/domain/delivery-types'
import { toLocal } from '@terrace/domain/time-zones'
import { isRun } from './assign-seats.ts'
import type { LineFacts, OrderLine } from './order.ts'

/** Lines in words, for paper and letters. */

/** 'Sat 08 Mar 31, 17:30, Emirates Stadium, London'. */
export function whenAndWhere({ eventLocalAt, timeConfirmed, venueName, city }: LineFacts): string {
  const when = formatEventDate({ local: eventLocalAt, timeConfirmed })
  return `${when}, ${venueName}, ${city}`
}

/** 'Lower tier, Block 25, row 7, seats 401–402', as far as it may be known. */
export function placeOf({ categoryName, section, row, seats, seatsHidden }: LineFacts): string {
  const parts = [categoryName, section, row && `row ${row}`, seatsHidden ? '' : seatsOf(seats)]
  return [...new Set(parts.filter((part) => part !== ''))].join(', ')
}

function seatsOf(seats: readonly number[]): string {
  const [first] = seats
  const last = seats.at(-1)
  if (first === undefined || last === undefined) return ''
  if (first === last) return `seat ${first}`
  return isRun(seats) ? `seats ${first}–${last}` : `seats ${seats.join(', ')}`
}

/** Reasons that the house itself gives; any other is the operator's own words. */
const reasonTexts = new Map([
  ['paid', 'Paid'],
  ['delivered', 'Delivered'],
  ['capture_failed', 'The payment could not be completed'],
])

/** Why something became of a line, as its buyer reads it. */
export const reasonText = (reason: string): string => reasonTexts.get(reason) ?? reason

/** What happens next with the tickets of a line, in a sentence. */
export function nextStep({ facts, state }: Pick<OrderLine, 'facts' | 'state'>, placedAt: Date): string {
  if (state === 'cancelled') return 'Cancelled.'
  if (state === 'fulfilled') return 'Delivered: the tickets are with your order.'
  const { expectedBy } = deliveryClock({ ...facts, placedAt })
  const by = formatDateTime(toLocal(expectedBy, facts.timeZone))
  return `Expected by ${by} (${facts.city} time) as ${secondDeliveryLabel(facts.ticketType)}.`
}
