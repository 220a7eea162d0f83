import type { WireContent } from '@terrace/contracts/catalogue'
import { searchIndexName } from '@terrace/contracts/search'
import type { Reading } from '@terrace/domain/search/event-search'
import { eventFilters, facetFilters } from '#web/features/search/query/event-filters.ts'
import { eventsRequest, type Requests } from '#web/features/search/query/search-index.ts'
import { toSearchUrlParams, type SearchState } from '#web/features/search/query/search-state.ts'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { env } from '#web/lib/env.ts'

/** What the days of a month are filled with. */
export interface MonthSource {
  /** Part of the data keys. */
  key: readonly unknown[]
  /** Finds the events of a day; `undefined` where the source's own dates leave the day out. */
  requestOf: (day: string) => Requests[number] | undefined
}

/** The events that a search finds as its text was read, or those of a category, performer or venue. */
export type MonthSubject = { search: SearchState; reading: Reading } | { content: ContentSubject }

export function sourceOf(subject: MonthSubject): MonthSource {
  return 'search' in subject ? searchSource(subject) : contentSource(subject.content)
}

function searchSource({
  search,
  reading: { parts, words },
}: Extract<MonthSubject, { reading: Reading }>): MonthSource {
  const { startDate, endDate } = search
  const reading = { parts, words }
  return {
    key: ['search', toSearchUrlParams(search), reading],
    requestOf: (day) =>
      (startDate !== '' && day < startDate) || (endDate !== '' && day > endDate)
        ? undefined
        : eventsRequest({ ...search, startDate: day, endDate: day }, reading),
  }
}

type ContentSubject = Pick<WireContent, 'type' | 'type_id' | 'title' | 'breadcrumbs' | 'categories'>

function contentSource(content: ContentSubject): MonthSource {
  const { type, type_id: id, title, breadcrumbs, categories } = content
  const isSport = type === 'category' && breadcrumbs.length === 0
  const ids = [id, ...categories.map(({ type_id: child }) => child)]
  const filters = {
    performer: `performers.id=${id}`,
    venue: `venue.id=${id}`,
    category: `(${ids.map((each) => `category.id=${each}`).join(' OR ')})`,
    banner: '',
  }
  return {
    key: ['content', type, id],
    requestOf: (day) => ({
      indexName: searchIndexName('events', env().product),
      query: '',
      filters: [
        eventFilters({
          startDate: day,
          endDate: day,
          exchanges: env().search.exchanges,
          now: Date.now() + clockOffset(),
        }),
        // Every event names its sport, whatever lies between them.
        ...(isSport ? [] : [filters[type]]),
      ].join(' AND '),
      ...(isSport && { facetFilters: facetFilters({ sport: [title] }) }),
    }),
  }
}
