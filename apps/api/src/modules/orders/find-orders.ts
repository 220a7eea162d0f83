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

/** A word that is looked for. */
export interface SearchWord {
  /** For LIKE. */
  pattern: string
  /** A number of an order, an event or a block: hardly an order has it. */
  isNumber: boolean
}

/**
 * The words of a search as {@link searchTextOf} has them, first the one that the fewest orders are likely to have: a number, or
 * the longest.
 */
export function searchWords(search: string): SearchWord[] {
  return plain(search)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => ({
      pattern: `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
      isNumber: /\d{3}/.test(word),
    }))
    .toSorted(
      (one, other) =>
        Number(other.isNumber) - Number(one.isNumber) || other.pattern.length - one.pattern.length,
    )
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
}
