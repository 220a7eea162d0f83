import { groupThousands } from '../money/money.ts'

/** '1,234': a whole number with thousands separators (spec §9). */
export function formatCount(count: number): string {
  return groupThousands(String(Math.trunc(count)))
}

/** '1 ticket' or 'N tickets' (spec §9). */
export function formatTickets(count: number): string {
  return count === 1 ? '1 ticket' : `${formatCount(count)} tickets`
}
