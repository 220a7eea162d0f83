import { parseLocal } from '@terrace/domain/time/dates'

/** Whether a text is a valid date as 'YYYY-MM-DD'. */
export function isDay(text: string): boolean {
  return text.length === 10 && parseLocal(text) !== null
}
