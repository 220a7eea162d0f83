import { toUnixRange, type DateRange } from '@terrace/domain/time/dates'
import { toLocal } from '@terrace/domain/time/time-zones'

const hour = 3_600_000
const day = 24 * hour

/** The last time zone to reach a new day is 12 hours behind UTC. */
const latestZoneOffset = 12 * hour

/** Start of the earliest current date anywhere, in UTC seconds as the index stores days. `now` is in milliseconds. */
export function earliestToday(now: number): number {
  return (Math.floor((now - latestZoneOffset) / day) * day) / 1000
}

interface EventFilterOptions extends DateRange {
  eventId?: number | undefined
  /** Ids of the exchanges that the marketplace uses. */
  exchanges: readonly number[]
  now: number
}

/**
 * Filter of event search (spec §7): the event, if named, dates from today on, and the exchanges, or the platform's
 * own events when there are none. Either end of the date range may be open (spec §9).
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

/** Unix seconds of the given ends. The helper of spec §9 needs both, so an open end borrows the other date. */
function secondsOf({ startDate, endDate }: DateRange): { from?: number; to?: number } {
  const range = toUnixRange({ startDate: startDate || endDate, endDate: endDate || startDate })
  if (typeof range.startDate !== 'number' || typeof range.endDate !== 'number') return {}
  return { ...(startDate && { from: range.startDate }), ...(endDate && { to: range.endDate }) }
}

/** Whether the event's date is today or later at its venue; the filter only knows the earliest current date. */
export function isFromToday(
  { event_date_local, timezone }: { event_date_local: number; timezone: string },
  now: number,
): boolean {
  const today = toLocal(now, timezone)?.slice(0, 10) ?? ''
  return toLocalTime(event_date_local).slice(0, 10) >= today
}

/** Converts index seconds, which encode local time as UTC, to 'YYYY-MM-DDTHH:mm'. */
export function toLocalTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 16)
}

/**
 * `facetFilters` of the client: any value of each attribute. A leading `-` is escaped because it negates the value.
 */
export function facetFilters(selections: Readonly<Record<string, readonly string[]>>): string[][] {
  return Object.entries(selections).flatMap(([attribute, values]) =>
    values.length === 0
      ? []
      : [values.map((value) => `${attribute}:${value.startsWith('-') ? '\\' : ''}${value}`)],
  )
}
