import type { OrderLineState } from '@terrace/domain/lifecycles/order-lifecycle'
import type { Order } from '../order.ts'

/** Filter of the order list. Days are `YYYY-MM-DD`, inclusive on both ends. */
export interface OrderFilter {
  search?: string | undefined
  state?: OrderLineState | undefined
  /** Purchase date in UTC. */
  placedFrom?: string | undefined
  placedTo?: string | undefined
  /** Venue-local event date of any line. */
  eventFrom?: string | undefined
  eventTo?: string | undefined
  client?: ClientOfOrders | undefined
  ids?: readonly string[] | undefined
  /** When the next delivery is expected. */
  due?: { from: Date; until: Date } | undefined
}

/** A client with the quotes for them. */
export interface ClientOfOrders {
  clientId: string
  quoteIds: readonly string[]
}

/** Normalised text that the order search matches. */
export function searchTextOf({
  number,
  reference,
  internalNote,
  client,
  lines,
}: Pick<Order, 'number' | 'reference' | 'internalNote' | 'client' | 'lines'>): string {
  const terms = lines.flatMap(({ snapshot }) => [
    snapshot.eventTitle,
    snapshot.venueName,
    snapshot.city,
    snapshot.categoryName,
    snapshot.section,
  ])
  return normalize(
    [number, reference ?? '', client?.name ?? '', ...new Set(terms), internalNote ?? ''].join('\n'),
  )
}

export function eventDaysOf({ lines }: Pick<Order, 'lines'>): string[] {
  return [...new Set(lines.map(({ snapshot }) => snapshot.eventLocalAt.slice(0, 10)))]
}

/**
 * LIKE patterns for the search terms, most selective first (numbers, then the longest), so that most orders are
 * rejected by the first pattern.
 */
export function searchPatterns(search: string): string[] {
  return normalize(search)
    .split(/\s+/)
    .filter((term) => term !== '')
    .toSorted((one, other) => Number(isNumber(other)) - Number(isNumber(one)) || other.length - one.length)
    .map((term) => `%${term.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
}

/** An order number, an event number or a block number. */
const isNumber = (term: string): boolean => /\d{3}/.test(term)

function normalize(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
}
