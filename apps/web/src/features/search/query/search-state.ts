import { parseLocal } from '@terrace/domain/time/dates'

/** The search text and filters. Dates are 'YYYY-MM-DD', or '' for an open end. */
export interface SearchState {
  text: string
  startDate: string
  endDate: string
  categories: string[]
  cities: string[]
}

export const emptySearch: SearchState = { text: '', startDate: '', endDate: '', categories: [], cities: [] }

export interface SearchUrlParams {
  q?: string
  startDate?: string
  endDate?: string
  category?: string[]
  city?: string[]
}

/** Parses the URL query; invalid values are ignored. */
export function readSearchState(address: Readonly<Record<string, unknown>>): SearchState {
  return {
    text: textOf(address['q']).trim(),
    startDate: dayOf(address['startDate']),
    endDate: dayOf(address['endDate']),
    categories: textsOf(address['category']),
    cities: textsOf(address['city']),
  }
}

export function toSearchUrlParams({
  text,
  startDate,
  endDate,
  categories,
  cities,
}: SearchState): SearchUrlParams {
  return {
    ...(text !== '' && { q: text }),
    ...(startDate !== '' && { startDate }),
    ...(endDate !== '' && { endDate }),
    ...(categories.length > 0 && { category: categories }),
    ...(cities.length > 0 && { city: cities }),
  }
}

/** Number of active filters; a date range counts as one. */
export function countFilters({ startDate, endDate, categories, cities }: SearchState): number {
  return (startDate === '' && endDate === '' ? 0 : 1) + categories.length + cities.length
}

export function withoutFilters({ text }: SearchState): SearchState {
  return { ...emptySearch, text }
}

const numbered = /^#(\d{1,9})$|\/tickets\/[^/]+\/(\d{1,9})(?:[/?#]|$)/

/** The event id in a pasted link or '#123'; `undefined` for other text. */
export function parseEventId(text: string): number | undefined {
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
