import { parseLocal } from '@terrace/domain/dates'

/** What is looked for: the text and what narrows it. Days are 'YYYY-MM-DD', or '' where that end is open. */
export interface SearchWish {
  text: string
  startDate: string
  endDate: string
  categories: string[]
  cities: string[]
}

export const emptyWish: SearchWish = { text: '', startDate: '', endDate: '', categories: [], cities: [] }

/** The same as the query of the address of `/search`. */
export interface WishAddress {
  q?: string
  startDate?: string
  endDate?: string
  category?: string[]
  city?: string[]
}

/** What an address says; nonsense counts as not said. */
export function readWish(address: Readonly<Record<string, unknown>>): SearchWish {
  return {
    text: textOf(address['q']).trim(),
    startDate: dayOf(address['startDate']),
    endDate: dayOf(address['endDate']),
    categories: textsOf(address['category']),
    cities: textsOf(address['city']),
  }
}

export function wishAddress({ text, startDate, endDate, categories, cities }: SearchWish): WishAddress {
  return {
    ...(text !== '' && { q: text }),
    ...(startDate !== '' && { startDate }),
    ...(endDate !== '' && { endDate }),
    ...(categories.length > 0 && { category: categories }),
    ...(cities.length > 0 && { city: cities }),
  }
}

/** How many ways of narrowing are in use; a range of days is one. */
export function countFilters({ startDate, endDate, categories, cities }: SearchWish): number {
  return (startDate === '' && endDate === '' ? 0 : 1) + categories.length + cities.length
}

export function withoutFilters({ text }: SearchWish): SearchWish {
  return { ...emptyWish, text }
}

const numbered = /^#(\d{1,9})$|\/tickets\/[^/]+\/(\d{1,9})(?:[/?#]|$)/

/** The event that a pasted link or '#123' names, or undefined where the text is one to look for. */
export function eventIdIn(text: string): number | undefined {
  const [, byNumber, byLink] = numbered.exec(text.trim()) ?? []
  const id = byNumber ?? byLink
  return id === undefined ? undefined : Number(id)
}

function textOf(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first : ''
}

function textsOf(value: unknown): string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  return [...new Set(all.flatMap((each) => (typeof each === 'string' && each !== '' ? [each] : [])))]
}

function dayOf(value: unknown): string {
  const text = textOf(value)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && parseLocal(text) !== null ? text : ''
}
