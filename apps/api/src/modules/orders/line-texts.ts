import { formatDateTime, formatEventDate } from '@terrace/domain/time/dates'
import { estimateDelivery } from '@terrace/domain/time/delivery-estimate'
import { detailedDeliveryLabel } from '@terrace/domain/tickets/delivery-types'
import { toLocal } from '@terrace/domain/time/time-zones'
import { isRun } from './assign-seats.ts'
import type { LineSnapshot, OrderLine } from './order.ts'

/* Order line texts for PDFs and emails. */

/** 'Sat 08 Mar 31, 17:30, Emirates Stadium, London'. */
export function whenAndWhere({ eventLocalAt, timeConfirmed, venueName, city }: LineSnapshot): string {
  const when = formatEventDate({ local: eventLocalAt, timeConfirmed })
  return `${when}, ${venueName}, ${city}`
}

/** 'Lower tier, Block 25, row 7, seats 401–402'; seats are omitted when hidden. */
export function seatLabel({
  categoryName,
  section,
  row,
  seats,
  seatsHidden,
}: Pick<LineSnapshot, 'categoryName' | 'section' | 'row' | 'seats' | 'seatsHidden'>): string {
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

/** System reasons; any other reason is free text entered by the operator. */
const reasonTexts = new Map([
  ['paid', 'Paid'],
  ['delivered', 'Delivered'],
  ['capture_failed', 'The payment could not be completed'],
])

/** Reason of a status change as shown to the buyer. */
export const reasonText = (reason: string): string => reasonTexts.get(reason) ?? reason

/** One sentence on what happens next with the line's tickets. */
export function nextStep({ snapshot, state }: Pick<OrderLine, 'snapshot' | 'state'>, placedAt: Date): string {
  if (state === 'cancelled') return 'Cancelled.'
  if (state === 'delivered') return 'Delivered. Find your tickets in the order.'
  const { expectedBy } = estimateDelivery({ ...snapshot, placedAt })
  const by = formatDateTime(toLocal(expectedBy, snapshot.timeZone))
  return `Expected by ${by} (${snapshot.city} time) as ${detailedDeliveryLabel(snapshot.deliveryType)}.`
}
