export interface ClockTime {
  /** `HH:mm`; `null` when the source says that the time is not known yet. */
  time: string | null
  /** `+02:00` when the text states one. */
  offset: string | null
}

const unknownTime =
  /^(?:-+|\?+|none|null|n\/?a|tb[acd]|t\.b\.[acd]\.|to be (?:announced|confirmed|decided|determined)|(?:noch )?offen|à définir|por definir|da definire)$/i
const clock =
  /^(\d{1,2})(?:\s*[:.h]\s*(\d\d)(?::\d\d(?:[.,]\d+)?)?|\s*h|(?=\s*[ap]\.?m))\s*([ap])?\.?(?:m\.?)?\s*(.*)$/i
const offset = /^(?:(?:UTC|GMT)\s*)?([+−-])(\d{1,2}):?(\d\d)?$/i

/**
 * A time of day: `15:00`, `19.30 Uhr`, `20h45`, `7:30PM`, `7pm`, `1930`, `13:00 UTC-6`, or minutes since midnight as a
 * number. `null` when it is none of these.
 */
export function parseClock(value: unknown, numbers: 'clock' | 'minutes' = 'clock'): ClockTime | null {
  if (typeof value === 'number') return minutesTime(value)
  if (typeof value !== 'string' && value !== undefined && value !== null) return null
  const text = withoutUhr((value ?? '').trim())
  if (text === '' || unknownTime.test(text)) return { time: null, offset: null }
  if (/^\d{1,4}$/.test(text) && numbers === 'minutes') return minutesTime(Number(text))
  const digits = /^(\d{1,2})(\d\d)$/.exec(text)
  if (digits) return timeOf(Number(digits[1]), Number(digits[2]), null)
  const [, hour, minute = '0', half, zone = ''] = clock.exec(text) ?? []
  if (hour === undefined) return null
  const stated = zone === '' ? null : offsetOf(zone)
  if (stated === undefined) return null
  if (half === undefined) return timeOf(Number(hour), Number(minute), stated)
  if (Number(hour) < 1 || Number(hour) > 12) return null
  return timeOf((Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0), Number(minute), stated)
}

/** German tables write `19:30 Uhr` and `19 Uhr`. */
function withoutUhr(text: string): string {
  return text.replace(/^(\d{1,2})\s*uhr$/i, '$1:00').replace(/\s*uhr$/i, '')
}

/** `UTC-6`, `+02:00`, `Z` → `-06:00`, `+02:00`, `+00:00`; `undefined` when it is no offset. */
export function offsetOf(text: string): string | undefined {
  if (/^(?:Z|UTC|GMT)$/i.test(text.trim())) return '+00:00'
  const [, sign, hours = '', minutes = '00'] = offset.exec(text.trim()) ?? []
  if (sign === undefined || Number(hours) > 14 || Number(minutes) > 59) return undefined
  return `${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`
}

function minutesTime(minutes: number): ClockTime | null {
  if (!Number.isInteger(minutes) || minutes < 0 || minutes > 1439) return null
  return timeOf(Math.floor(minutes / 60), minutes % 60, null)
}

function timeOf(hour: number, minute: number, stated: string | null): ClockTime | null {
  if (hour > 23 || minute > 59) return null
  return { time: `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`, offset: stated }
}
