import { parseLocal } from '@terrace/domain/time/dates'
import { monthOf } from './month-names.ts'

const dateLine = /^\[?(?:\p{L}{2,9}\.?,?\s+)?(\p{L}{3,9})\.?[/ ](\d{1,2})(?:,?\s+(\d{4}))?\]?$/u
const dayMs = 86_400_000

/**
 * Reads date lines such as `Tue Sep/16 2025` and `Sat Aug 22`. A date without a year is the one nearest to the previous
 * date; the first takes its year from the season in the file's title.
 */
export function openTextCalendar(title: string): { read(text: string): string | null } {
  const [, first, second] = /(\d{4})(?:[/-](\d{2,4}))?\s*$/.exec(title) ?? []
  let previous: string | undefined
  const isoOf = (year: number, month: number, day: string) => {
    const text = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
    return parseLocal(text) ? text : null
  }
  const yearOf = (month: number, day: string): number | null => {
    if (previous !== undefined) {
      const from = Date.parse(previous)
      const distances = [-1, 0, 1].flatMap((shift) => {
        const year = new Date(from).getUTCFullYear() + shift
        const text = isoOf(year, month, day)
        return text ? [{ year, days: Math.abs(Date.parse(text) - from) / dayMs }] : []
      })
      return distances.toSorted((left, right) => left.days - right.days)[0]?.year ?? null
    }
    if (first === undefined) return null
    return second !== undefined && month < 7 ? Number(first) + 1 : Number(first)
  }
  return {
    read(text) {
      const [, word = '', day = '', stated] = dateLine.exec(text) ?? []
      const month = monthOf(word)
      if (month === undefined) return null
      const year = stated === undefined ? yearOf(month, day) : Number(stated)
      const found = year === null ? null : isoOf(year, month, day)
      previous = found ?? previous
      return found
    },
  }
}
