/**
 * Converts between local time and instants with `Intl`. Local time and zone are stored; UTC is derived (product.md
 * §2).
 */
import { parseLocal, toLocalText, utcMilliseconds } from './dates.ts'
import type { DateText } from './dates.ts'

const dayMilliseconds = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** Whether the platform knows this IANA zone, such as 'Europe/London'. */
export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone)
    return zone !== ''
  } catch {
    // Intl has no lookup; its constructor throws for unknown zones.
    return false
  }
}

/**
 * The instant at which clocks in `zone` show `local` ('YYYY-MM-DDTHH:mm', or a date for its midnight). A local time
 * skipped by a clock change moves forward by the gap; of a repeated one, the first counts. `null` for empty or invalid
 * text (spec §5).
 * @throws RangeError for an unknown zone.
 */
export function toInstant(local: DateText, zone: string): Date | null {
  const parts = parseLocal(local)
  if (parts === null) return null
  const localMs = utcMilliseconds(parts)
  // Sampling a day before and after finds both offsets around any clock change.
  const before = offsetAt(localMs - dayMilliseconds, zone)
  const after = offsetAt(localMs + dayMilliseconds, zone)
  const earliest = [localMs - before, localMs - after]
    .filter((candidate) => candidate + offsetAt(candidate, zone) === localMs)
    .sort((left, right) => left - right)
    .at(0)
  return new Date(earliest ?? localMs - before)
}

/** Local time in `zone` at the instant, as 'YYYY-MM-DDTHH:mm'. `null` for an empty or invalid instant. */
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

/** Local time minus UTC at the instant, in milliseconds. */
function offsetAt(milliseconds: number, zone: string): number {
  const dateParts = new Map(
    formatOf(zone)
      .formatToParts(milliseconds)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => dateParts.get(type) ?? 0
  const localMs = utcMilliseconds({
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
  })
  const seconds = part('second') * 1000
  return localMs + seconds - Math.floor(milliseconds / 1000) * 1000
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone)
  if (cached) return cached
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
