import { toUnixRange, type DateRange } from '@terrace/domain/dates'
import { toLocal } from '@terrace/domain/time-zones'

const hour = 3_600_000
const day = 24 * hour

/** Where the day is the earliest on earth: twelve hours behind UTC. */
const lastZone = 12 * hour

/** The first second of the earliest date alive anywhere at `now`, as the index writes days: UTC. `now` in milliseconds. */
export function earliestToday(now: number): number {
  return (Math.floor((now - lastZone) / day) * day) / 1000
}

interface EventFilterOptions extends DateRange {
  eventId?: number | undefined
  /** Numbers of the exchanges in which the marketplace takes part. */
  exchanges: readonly number[]
  now: number
}

/**
 * The filter of event search (spec §7): the event where one is named, its date from today on, and the exchanges, or events
 * of the platform's own source where there are none. A range of days (spec §9) may be open at either end.
 */
export function eventFilters({ eventId, exchanges, now, startDate, endDate }: EventFilterOptions): string {
  const { from, to } = secondsOf({ startDate, endDate })
  const today = earliestToday(now)
  return [
    ...(eventId === undefined ? [] : [`id=${eventId}`]),
    `event_date_local>=${Math.max(today, from ?? today)}`,
    ...(to === undefined ? [] : [`event_date_local<=${to}`]),
    exchanges.length === 0
      ? 'is_source_tixstock=1'
      : `(${exchanges.map((exchange) => `exchanges=${exchange}`).join(' OR ')})`,
  ].join(' AND ')
}

/** The ends that are given; the helper of spec §9 wants both, so an open one borrows the other's day. */
function secondsOf({ startDate, endDate }: DateRange): { from?: number; to?: number } {
  const range = toUnixRange({ startDate: startDate || endDate, endDate: endDate || startDate })
  if (typeof range.startDate !== 'number' || typeof range.endDate !== 'number') return {}
  return { ...(startDate && { from: range.startDate }), ...(endDate && { to: range.endDate }) }
}

/** Whether the event's day is today or later where it takes place; the filter can only know the earliest of all todays. */
export function isFromToday(
  { event_date_local, timezone }: { event_date_local: number; timezone: string },
  now: number,
): boolean {
  const today = toLocal(now, timezone)?.slice(0, 10) ?? ''
  return wallTime(event_date_local).slice(0, 10) >= today
}

/** 'YYYY-MM-DDTHH:mm' of the seconds in which the index writes a wall time. */
export function wallTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 16)
}

/** `facetFilters` of the client: any of the values of each attribute. A leading `-` would turn a value's sense round. */
export function facetFilters(chosen: Readonly<Record<string, readonly string[]>>): string[][] {
  return Object.entries(chosen).flatMap(([attribute, values]) =>
    values.length === 0
      ? []
      : [values.map((value) => `${attribute}:${value.startsWith('-') ? '\\' : ''}${value}`)],
  )
}
