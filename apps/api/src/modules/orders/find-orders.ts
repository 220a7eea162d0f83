import type { OrderLineState } from '@terrace/domain/order-lifecycle'
import type { Order } from './order.ts'

/** What narrows a list of orders; days are `YYYY-MM-DD`, and both ends count. */
export interface OrderFilter {
  search?: string | undefined
  state?: OrderLineState | undefined
  /** Of the purchase, in UTC. */
  placedFrom?: string | undefined
  placedTo?: string | undefined
  /** At the venue, of any line. */
  eventFrom?: string | undefined
  eventTo?: string | undefined
}

/** What an order is found by. Migration 0069-orders.sql wrote it for the orders before it. */
export function searchTextOf({ number, lines }: Pick<Order, 'number' | 'lines'>): string {
  const words = lines.flatMap(({ facts }) => [
    facts.eventTitle,
    facts.venueName,
    facts.city,
    facts.categoryName,
    facts.section,
  ])
  return plain([number, ...new Set(words)].join('\n'))
}

export function eventDaysOf({ lines }: Pick<Order, 'lines'>): string[] {
  return [...new Set(lines.map(({ facts }) => facts.eventLocalAt.slice(0, 10)))]
}

/**
 * The words of a search as {@link searchTextOf} has them, for LIKE; first those that the fewest orders are likely to have, so that
 * most orders are judged by one: numbers, then the longest.
 */
export function searchPatterns(search: string): string[] {
  return plain(search)
    .split(/\s+/)
    .filter((word) => word !== '')
    .toSorted((one, other) => Number(isNumber(other)) - Number(isNumber(one)) || other.length - one.length)
    .map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
}

/** Of an order, an event or a block. */
const isNumber = (word: string): boolean => /\d{3}/.test(word)

function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
}
