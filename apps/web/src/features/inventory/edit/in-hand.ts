import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { formatDate, parseTypedDate } from '@terrace/domain/time/dates'

export type InHand = { in_hand_date: string } | { in_hand_days_before: number }

/** A typed date, or days before the event: '20-11-2030', '3 days before'. `null` for anything else. */
export function parseInHand(text: string): InHand | null {
  const [, days] = /^(\d{1,3}) ?d(?:ays?(?: before.*)?)?$/i.exec(text.trim()) ?? []
  if (days !== undefined) return Number(days) > 365 ? null : { in_hand_days_before: Number(days) }
  const day = parseTypedDate(text)
  return day === null ? null : { in_hand_date: day }
}

/** As it is typed. */
export function inHandTyped(row: Pick<WireInventoryRow, 'in_hand_date' | 'in_hand_days_before'>): string {
  const { in_hand_days_before: days } = row
  return days === null ? (formatDate(row.in_hand_date) ?? '') : daysBeforeText(days)
}

export const daysBeforeText = (days: number): string => `${days} day${days === 1 ? '' : 's'} before`

export const inHandProblem = 'Type a date as DD-MM-YYYY, or 3 days before.'
