/**
 * The status of an event (product.md §2).
 *
 *     scheduled ─▶ postponed ─▶ rescheduled ─▶ postponed …       any of them ─▶ cancelled
 *
 * Postponed: the old date is void and the new one unknown. Rescheduled: there is a new date, which may change again.
 */
import { defineLifecycle } from './lifecycle.ts'

export const eventStatuses = ['scheduled', 'postponed', 'rescheduled', 'cancelled'] as const

export type EventStatus = (typeof eventStatuses)[number]

export const eventLifecycle = defineLifecycle({
  postpone: { from: ['scheduled', 'rescheduled'], to: 'postponed' },
  reschedule: { from: ['scheduled', 'postponed', 'rescheduled'], to: 'rescheduled' },
  cancel: { from: ['scheduled', 'postponed', 'rescheduled'], to: 'cancelled' },
} satisfies Record<string, { from: EventStatus[]; to: EventStatus }>)

/** Tickets can be held while the event has a date in the future. */
export function isOnSale(event: { status: EventStatus; startsAt: Date }, now: Date): boolean {
  const hasDate = event.status === 'scheduled' || event.status === 'rescheduled'
  return hasDate && event.startsAt.getTime() > now.getTime()
}

const labels: Readonly<Record<EventStatus, string>> = {
  scheduled: 'Scheduled',
  postponed: 'Postponed',
  rescheduled: 'Rescheduled',
  cancelled: 'Cancelled',
}

export function eventStatusLabel(status: EventStatus): string {
  return labels[status]
}
