/**
 * Between the wall time of a place and instants (product.md §2: local wall time plus zone is the truth, UTC is
 * derived). Built on `Intl`, which every browser has.
 */
import { parseLocal, toLocalText, utcMilliseconds } from './dates.ts'
import type { DateText } from './dates.ts'

const dayMilliseconds = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** Whether the platform knows this IANA zone, e.g. 'Europe/London'. */
export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone)
    return zone !== ''
  } catch {
    // Intl has no question to ask, only a constructor that refuses.
    return false
  }
}

/**
 * The instant at which clocks in `zone` show `local` ('YYYY-MM-DDTHH:mm', or a day for its midnight).
 *
 * - A wall time that a clock change skips is moved on by the length of the gap: 01:30 becomes 02:30.
 * - A wall time that a clock change repeats is the first of the two.
 *
 * Null for empty or impossible text (spec §5); a `RangeError` for an unknown zone.
 */
export function toInstant(local: DateText, zone: string): Date | null {
  const parts = parseLocal(local)
  if (parts === null) return null
  const wall = utcMilliseconds(parts)
  // A day before and a day after, the offsets in use around any clock change are both known.
  const before = offsetAt(wall - dayMilliseconds, zone)
  const after = offsetAt(wall + dayMilliseconds, zone)
  const earliest = [wall - before, wall - after]
    .filter((candidate) => candidate + offsetAt(candidate, zone) === wall)
    .sort((left, right) => left - right)
    .at(0)
  return new Date(earliest ?? wall - before)
}

/** What clocks in `zone` show at the instant, as 'YYYY-MM-DDTHH:mm'. Null for an empty or invalid instant. */
export function toLocal(instant: Date | number | string | null | undefined, zone: string): string | null {
  if (instant === null || instant === undefined || instant === '') return null
  const milliseconds = new Date(instant).getTime()
  if (Number.isNaN(milliseconds)) return null
  const shifted = new Date(milliseconds + offsetAt(milliseconds, zone))
  return toLocalText({
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
  })
}

/** Wall time minus UTC in milliseconds, at the instant. */
function offsetAt(milliseconds: number, zone: string): number {
  const shown = new Map(
    formatOf(zone)
      .formatToParts(milliseconds)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => shown.get(type) ?? 0
  const wall = utcMilliseconds({
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
  })
  const seconds = part('second') * 1000
  return wall + seconds - Math.floor(milliseconds / 1000) * 1000
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, format)
  return format
}
