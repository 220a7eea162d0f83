import { parseLocal } from '@terrace/domain/dates'

/** Whether a text is a day of the calendar as 'YYYY-MM-DD'. */
export function isDay(text: string): boolean {
  return text.length === 10 && parseLocal(text) !== null
}
