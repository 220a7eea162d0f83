import {
  categoryRecord,
  eventFacets,
  eventHitsPerPage,
  eventRecord,
  performerRecord,
  searchIndexName,
  venueRecord,
  type CategoryRecord,
  type EventRecord,
  type PerformerRecord,
  type SearchIndex,
  type VenueRecord,
} from '@terrace/contracts/search'
import { eventSearchOf, type Reading } from '@terrace/domain/search/event-search'
import type { LiteClient } from 'algoliasearch/lite'
import { z } from 'zod/mini'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { env } from '#web/lib/env.ts'
import { eventFilters, facetFilters, isFromToday } from './event-filters.ts'
import { searchClient } from './search-client.ts'
import { parseEventId, type SearchState } from './search-state.ts'

/** Private-use characters that never occur in names. */
export const highlightTags = { start: '\uE000', end: '\uE001' } as const

/** A record with its texts; matches are wrapped in {@link highlightTags}. */
export type Hit<Item> = Item & { highlighted: { title: string; place?: string } }

/** A page that lists events: of a performer, a category or a venue. */
export type DirectoryHit = Hit<PerformerRecord> | Hit<CategoryRecord> | Hit<VenueRecord>

export interface FoundEvents {
  events: Hit<EventRecord>[]
  /** Number of matches on all pages. */
  total: number
  page: number
  pageCount: number
  /** Matching performers, categories and venues; only on the first page of a text search. */
  directory: DirectoryHit[]
}

export type Requests = Exclude<Parameters<LiteClient['search']>[0], readonly unknown[]>['requests']

/** Longest query that the index accepts. */
const maxQueryBytes = 512
const perDirectory = 4
/** The index's limit per facet; there are more than a hundred cities. */
const maxFacetValues = 1000
const highlight = { highlightPreTag: highlightTags.start, highlightPostTag: highlightTags.end }

const serverNow = () => Date.now() + clockOffset()
export const indexOf = (index: SearchIndex) => searchIndexName(index, env().product)

/** A search of the event index; `excluding` leaves out a filter of the page, to count its choices. */
export function eventsRequest(
  { text, startDate, endDate, categories, cities }: SearchState,
  reading: Reading,
  excluding: 'categories' | 'cities' | null = null,
) {
  const eventId = parseEventId(text)
  const { query, optionalWords, dateFilter, ...understood } = eventSearchOf(reading)
  const activeFacetFilters = [
    ...understood.facetFilters,
    ...facetFilters({
      competition: excluding === 'categories' ? [] : categories,
      'venue.city': excluding === 'cities' ? [] : cities,
    }),
  ]
  const filters = eventFilters({
    eventId,
    startDate,
    endDate,
    exchanges: env().search.exchanges,
    now: serverNow(),
  })
  return {
    indexName: indexOf('events'),
    query: eventId === undefined ? truncateToBytes(query) : '',
    ...(optionalWords.length > 0 && { optionalWords }),
    // A count says how many events match every word.
    removeWordsIfNoResults: 'none' as const,
    ...(reading.isLiteral === true && { typoTolerance: false, queryType: 'prefixNone' as const }),
    filters: dateFilter === '' ? filters : `${filters} AND ${dateFilter}`,
    ...(activeFacetFilters.length > 0 && { facetFilters: activeFacetFilters }),
  }
}

/** One page of event search (spec §7) with matching performers, categories and venues. Rethrows client errors. */
export async function searchEvents(
  searchState: SearchState,
  reading: Reading,
  page: number,
): Promise<FoundEvents> {
  const [events, ...directories] = await runRequests([
    { ...eventsRequest(searchState, reading), ...highlight, page, hitsPerPage: eventHitsPerPage },
    ...(page === 0 ? directoryRequests(reading) : []),
  ])
  const now = serverNow()
  const highlights = hitsOf(events?.hits, eventRecord)
  const current = highlights.filter((event) => isFromToday(event, now))
  return {
    events: current,
    total: Math.max(0, (events?.nbHits ?? 0) - (highlights.length - current.length)),
    page,
    pageCount: events?.nbPages ?? 0,
    directory: directories.flatMap(({ hits }) =>
      hitsOf(hits, z.discriminatedUnion('type', [performerRecord, categoryRecord, venueRecord])),
    ),
  }
}

/** Facet of an understood name in the event index that has the ids of a directory. */
const idFacets = { performers: 'home_id:', categories: 'category.id:', venues: 'venue.id:' } as const
export const directories = ['performers', 'categories', 'venues'] as const

/** What was understood, by id; places and other words as text. */
function directoryRequests({ parts, words }: Reading): Requests {
  const facets = parts.flatMap((part) => part.facets.flat())
  const places = parts.flatMap(({ kind, name }) => (kind === 'city' && name !== undefined ? [name] : []))
  const text = [...places, ...words.map((word) => word.text)].join(' ')
  return directories.flatMap((index) => {
    const start = idFacets[index]
    const named = facets.filter((each) => each.startsWith(start))
    const ids = [...new Set(named.map((each) => each.slice(start.length)))]
    if (ids.length === 0 && text === '') return []
    return [
      {
        indexName: indexOf(index),
        ...(ids.length > 0
          ? { query: '', filters: ids.map((id) => `id=${id}`).join(' OR ') }
          : { query: truncateToBytes(text) }),
        hitsPerPage: perDirectory,
        ...highlight,
      },
    ]
  })
}

export interface FacetCount {
  value: string
  count: number
}

/** Event counts per facet value, highest first. A facet ignores its own selection. */
export async function fetchFacetCounts(
  searchState: SearchState,
  reading: Reading,
): Promise<{ categories: FacetCount[]; cities: FacetCount[] }> {
  const [categoryFacet, cityFacet] = [eventFacets[1], eventFacets[2]]
  const counting = { hitsPerPage: 0, maxValuesPerFacet: maxFacetValues }
  const [categories, cities] = await runRequests([
    { ...eventsRequest(searchState, reading, 'categories'), ...counting, facets: [categoryFacet] },
    { ...eventsRequest(searchState, reading, 'cities'), ...counting, facets: [cityFacet] },
  ])
  return { categories: countsOf(categories, categoryFacet), cities: countsOf(cities, cityFacet) }
}

const searchResult = z.object({
  hits: z.array(z.unknown()),
  nbHits: z.optional(z.int()),
  nbPages: z.optional(z.int()),
  facets: z.optional(z.record(z.string(), z.record(z.string(), z.int()))),
})

export async function runRequests(requests: Requests): Promise<z.output<typeof searchResult>[]> {
  const { results } = await searchClient().search({ requests })
  return results.map((result) => searchResult.parse(result))
}

const highlightedHit = z.object({
  _highlightResult: z.optional(
    z.object({
      title: z.optional(z.object({ value: z.string() })),
      venue: z.optional(
        z.object({
          name: z.optional(z.object({ value: z.string() })),
          city: z.optional(z.object({ value: z.string() })),
        }),
      ),
    }),
  ),
})

/** Valid hits; invalid ones, such as records of an older indexer, are skipped. */
function hitsOf<Item extends { title: string }>(
  hits: readonly unknown[] | undefined,
  record: z.ZodMiniType<Item>,
): Hit<Item>[] {
  return (hits ?? []).flatMap((hit) => {
    const parsed = record.safeParse(hit)
    if (!parsed.success) return []
    const { _highlightResult: highlights } = highlightedHit.safeParse(hit).data ?? {}
    const { title, venue } = highlights ?? {}
    const location = [venue?.name?.value, venue?.city?.value].filter((part) => part !== undefined).join(', ')
    return [
      {
        ...parsed.data,
        highlighted: {
          title: title?.value ?? parsed.data.title,
          ...(location !== '' && { place: location }),
        },
      },
    ]
  })
}

function countsOf(result: z.output<typeof searchResult> | undefined, facet: string): FacetCount[] {
  return Object.entries(result?.facets?.[facet] ?? {})
    .map(([value, count]) => ({ value, count }))
    .toSorted((left, right) => right.count - left.count || left.value.localeCompare(right.value))
}

/** Truncates the text to the query limit without splitting a character. */
function truncateToBytes(text: string): string {
  const encoder = new TextEncoder()
  if (encoder.encode(text).length <= maxQueryBytes) return text
  const { read } = encoder.encodeInto(text, new Uint8Array(maxQueryBytes))
  return text.slice(0, read)
}
