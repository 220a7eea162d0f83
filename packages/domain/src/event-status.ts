/**
 * The status of an event (product.md §2).
 *
 *     scheduled ─▶ postponed ─▶ rescheduled ─▶ postponed …       any of them ─▶ cancelled
 *
 * Postponed: the old date is void and no new one is known. Rescheduled: there is a new date, which may move again.
 */
import { defineLifecycle } from './lifecycle.ts'

export const eventStatuses = ['scheduled', 'postponed', 'rescheduled', 'cancelled'] as const

export type EventStatus = (typeof eventStatuses)[number]

export const eventLifecycle = defineLifecycle({
  postpone: { from: ['scheduled', 'rescheduled'], to: 'postponed' },
  reschedule: { from: ['scheduled', 'postponed', 'rescheduled'], to: 'rescheduled' },
  cancel: { from: ['scheduled', 'postponed', 'rescheduled'], to: 'cancelled' },
} satisfies Record<string, { from: EventStatus[]; to: EventStatus }>)

/** `eventCan.postpone({ state: event.status })`. */
export const eventCan = eventLifecycle.can

/** Whether tickets may be held: there is a date to hold against, and it is not yet reached. */
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

/** As a user reads it. */
export function eventStatusLabel(status: EventStatus): string {
  return labels[status]
}
