import type { WireEvent } from '@terrace/contracts/catalogue'
import type { DateTile } from '@terrace/domain/time/dates'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { toLocal } from '@terrace/domain/time/time-zones'
/**
 * The name whose colours a card uses: the home side, else the headliner, else the event's. Of many entrants, none is
 * the event's face.
 */
export function leadPerformerName({ performers, title }: Pick<WireEvent, 'performers' | 'title'>): string {
  const leading =
    performers.find(({ role }) => role === 'home') ?? performers.find(({ role }) => role === 'performer')
  return leading?.name ?? title
}

/** 'Dec', or 'Dec ’27' for another year than the current one. */
export function monthText({ month, year }: Pick<DateTile, 'month' | 'year'>, now: number): string {
  return year === new Date(now).getFullYear() ? month : `${month} ’${String(year % 100).padStart(2, '0')}`
}

const dayMs = 86_400_000

/**
 * Days from the viewer's today to the date that the card shows. Cards of one date have one count, wherever their venues
 * are. `now` is in milliseconds by the server's clock.
 */
export function daysUntil({ event_date_local }: Pick<WireEvent, 'event_date_local'>, now: number): number {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const today = toLocal(now, timeZone)?.slice(0, 10) ?? ''
  return Math.round((Date.parse(event_date_local.slice(0, 10)) - Date.parse(today)) / dayMs)
}

/** 'Today', 'Tomorrow' or 'N days' for the next two weeks, otherwise `null`. */
export function relativeDayText(days: number): string | null {
  if (days < 0 || days > 14) return null
  if (days === 0) return 'Today'
  return days === 1 ? 'Tomorrow' : `${days} days`
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** '2026-12' as 'Dec', with the year unless it is the current one. */
export function monthChipText(month: string, now: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return monthText({ month: monthNames[number - 1] ?? month, year }, now)
}

export function eventsText(count: number): string {
  return count === 1 ? '1 event' : `${formatCount(count)} events`
}
