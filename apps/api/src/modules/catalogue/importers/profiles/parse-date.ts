import { parseLocal } from '@terrace/domain/time/dates'
import { monthOf } from '../readers/month-names.ts'

export type DateOrder = 'YMD' | 'DMY' | 'MDY'

const minYear = 1990
const maxYear = 2099

/**
 * A date as `YYYY-MM-DD`: `2026-08-21`, `20260821`, `21/08/2026` and `8.21.26` by the order, `Tue Sep/16 2025`,
 * `16th September 2025`, `mar 12 de agosto de 2026`. `null` when it is not a date of these forms, or has no year.
 */
export function parseDate(text: string, order: DateOrder): string | null {
  const plain = text.trim()
  const compact = /^(\d{4})(\d\d)(\d\d)$/.exec(plain)
  if (compact) return isoDate(compact[1], compact[2], compact[3])
  const numeric = /^(?:\p{L}{2,10}\.?,?\s+)?(\d{1,4})[./\s-]+(\d{1,2})[./\s-]+(\d{1,4})\.?$/u.exec(plain)
  if (numeric) return numericDate([numeric[1] ?? '', numeric[2] ?? '', numeric[3] ?? ''], order)
  return wordDate(plain)
}

function numericDate([first, second, third]: [string, string, string], order: DateOrder): string | null {
  if (first.length === 4 || order === 'YMD') return isoDate(first, second, third)
  return order === 'DMY' ? isoDate(third, second, first) : isoDate(third, first, second)
}

function wordDate(text: string): string | null {
  const words = text.split(/[\s./,-]+/).filter((word) => word !== '' && !/^(?:de|del|of|the)$/i.test(word))
  const named = words
    .map((word, at) => ({ at, month: monthOf(word) }))
    .filter(({ month }) => month !== undefined)
  // "mar" is a weekday in Spanish and Italian when another month follows.
  const month = named.at(-1)
  if (month?.month === undefined) return null
  const others = words.filter((_, at) => at !== month.at)
  const weekday = others[0] !== undefined && /^\p{L}+$/u.test(others[0]) ? 1 : 0
  const [one = '', two = '', ...rest] = others
    .slice(weekday)
    .map((word) => word.replace(/(?:st|nd|rd|th|º|ª)$/i, ''))
  if (rest.length > 0 || !/^\d+$/.test(one) || !/^\d+$/.test(two)) return null
  return one.length === 4 ? isoDate(one, String(month.month), two) : isoDate(two, String(month.month), one)
}

function isoDate(year = '', month = '', day = ''): string | null {
  if ((year.length !== 2 && year.length !== 4) || month.length > 2 || day.length > 2) return null
  const full = year.length === 2 ? `20${year}` : year
  const iso = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const isInRange = Number(full) >= minYear && Number(full) <= maxYear
  return isInRange && parseLocal(iso) ? iso : null
}
