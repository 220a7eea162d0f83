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
import type { LiteClient } from 'algoliasearch/lite'
import { z } from 'zod'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { env } from '#web/lib/env.ts'
import { eventFilters, facetFilters, isFromToday } from './event-filters.ts'
import { searchClient } from './search-client.ts'
import { eventIdIn, type SearchWish } from './search-wish.ts'

/** Stand around what was typed in a hit's texts; no name has them. */
export const marks = { start: '\uE000', end: '\uE001' } as const

/** A record with its texts in which what was typed stands between {@link marks}. */
export type Hit<Item> = Item & { marked: { title: string; place?: string } }

export type DirectoryHit = Hit<PerformerRecord> | Hit<CategoryRecord> | Hit<VenueRecord>

export interface EventPage {
  events: Hit<EventRecord>[]
  /** All that match, on whatever page. */
  total: number
  page: number
  pageCount: number
  /** Teams and artists, competitions and venues of that name; on the first page of a typed text only. */
  directory: DirectoryHit[]
}

type Requests = Exclude<Parameters<LiteClient['search']>[0], readonly unknown[]>['requests']

/** The index takes no longer question. */
const maxQueryBytes = 512
const perDirectory = 4
/** The index counts no more of one kind; there are more than a hundred cities. */
const maxValues = 1000
const highlight = { highlightPreTag: marks.start, highlightPostTag: marks.end }

const serverNow = () => Date.now() + clockOffset()
const indexOf = (index: SearchIndex) => searchIndexName(index, env().product)

function eventQuestion(wish: SearchWish, without: 'categories' | 'cities' | null = null) {
  const { text, startDate, endDate, categories, cities } = wish
  const eventId = eventIdIn(text)
  const chosen = facetFilters({
    competition: without === 'categories' ? [] : categories,
    'venue.city': without === 'cities' ? [] : cities,
  })
  return {
    indexName: indexOf('events'),
    query: eventId === undefined ? withinBytes(text) : '',
    filters: eventFilters({
      eventId,
      startDate,
      endDate,
      exchanges: env().search.exchanges,
      now: serverNow(),
    }),
    ...(chosen.length > 0 && { facetFilters: chosen }),
  }
}

/** One page of event search (spec §7), with what else is called so. Throws what the client throws. */
export async function askEvents(wish: SearchWish, page: number): Promise<EventPage> {
  const isNamed = page === 0 && wish.text !== '' && eventIdIn(wish.text) === undefined
  const beside = isNamed ? (['performers', 'categories', 'venues'] as const) : []
  const results = await ask([
    { ...eventQuestion(wish), ...highlight, page, hitsPerPage: eventHitsPerPage },
    ...beside.map((index) => ({
      indexName: indexOf(index),
      query: withinBytes(wish.text),
      hitsPerPage: perDirectory,
      ...highlight,
    })),
  ])
  const [events, ...directories] = results
  const now = serverNow()
  const found = hitsOf(events?.hits, eventRecord)
  const current = found.filter((event) => isFromToday(event, now))
  return {
    events: current,
    total: Math.max(0, (events?.nbHits ?? 0) - (found.length - current.length)),
    page,
    pageCount: events?.nbPages ?? 0,
    directory: directories.flatMap(({ hits }) =>
      hitsOf(hits, z.discriminatedUnion('type', [performerRecord, categoryRecord, venueRecord])),
    ),
  }
}

export interface FacetCount {
  value: string
  count: number
}

/** How many events each choice would leave, the most first; what is chosen of one kind does not narrow that kind. */
export async function askCounts(
  wish: SearchWish,
): Promise<{ categories: FacetCount[]; cities: FacetCount[] }> {
  const [categoryFacet, cityFacet] = [eventFacets[1], eventFacets[2]]
  const counting = { hitsPerPage: 0, maxValuesPerFacet: maxValues }
  const [categories, cities] = await ask([
    { ...eventQuestion(wish, 'categories'), ...counting, facets: [categoryFacet] },
    { ...eventQuestion(wish, 'cities'), ...counting, facets: [cityFacet] },
  ])
  return { categories: countsOf(categories, categoryFacet), cities: countsOf(cities, cityFacet) }
}

/** Names of teams, artists, competitions and venues, those with the most events first: the words that can be found. */
export async function askNames(): Promise<string[]> {
  const results = await ask(
    (['performers', 'categories', 'venues'] as const).map((index) => ({
      indexName: indexOf(index),
      query: '',
      hitsPerPage: 1000,
      attributesToRetrieve: ['title', 'city'],
      attributesToHighlight: [],
    })),
  )
  const named = z.object({ title: z.string(), city: z.optional(z.string()) })
  const things = results.flatMap(({ hits }) => hits.flatMap((hit) => named.safeParse(hit).data ?? []))
  return [...new Set(things.flatMap(({ title, city }) => (city === undefined ? [title] : [title, city])))]
}

const answered = z.object({
  hits: z.array(z.unknown()),
  nbHits: z.optional(z.int()),
  nbPages: z.optional(z.int()),
  facets: z.optional(z.record(z.string(), z.record(z.string(), z.int()))),
})

async function ask(requests: Requests): Promise<z.output<typeof answered>[]> {
  const { results } = await searchClient().search({ requests })
  return results.map((result) => answered.parse(result))
}

const highlighted = z.object({
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

/** Hits of the right shape; another's, such as one of an older indexer, is passed over and costs nobody the rest. */
function hitsOf<Item extends { title: string }>(
  hits: readonly unknown[] | undefined,
  record: z.ZodType<Item>,
): Hit<Item>[] {
  return (hits ?? []).flatMap((hit) => {
    const parsed = record.safeParse(hit)
    if (!parsed.success) return []
    const { _highlightResult: found } = highlighted.safeParse(hit).data ?? {}
    const { title, venue } = found ?? {}
    const place = [venue?.name?.value, venue?.city?.value].filter((part) => part !== undefined).join(', ')
    return [
      {
        ...parsed.data,
        marked: { title: title?.value ?? parsed.data.title, ...(place !== '' && { place }) },
      },
    ]
  })
}

function countsOf(result: z.output<typeof answered> | undefined, facet: string): FacetCount[] {
  return Object.entries(result?.facets?.[facet] ?? {})
    .map(([value, count]) => ({ value, count }))
    .toSorted((one, other) => other.count - one.count || one.value.localeCompare(other.value))
}

/** As much of the text as may be asked; a letter is never cut in two. */
function withinBytes(text: string): string {
  const encoder = new TextEncoder()
  if (encoder.encode(text).length <= maxQueryBytes) return text
  const { read } = encoder.encodeInto(text, new Uint8Array(maxQueryBytes))
  return text.slice(0, read)
}
