import type { CategoryRecord, EventRecord, PerformerRecord, VenueRecord } from '@terrace/contracts/search'
import { searchRoutes, type WireUnderstanding } from '@terrace/contracts/search-understanding'
import { http } from 'msw'
import { mockRoute, server } from './mock-api.ts'

/** One search request on the wire. */
export interface IndexRequest {
  indexName: string
  query: string
  page?: number
  hitsPerPage?: number
  filters?: string
  facetFilters?: string[][]
  optionalWords?: string[]
  removeWordsIfNoResults?: string
  typoTolerance?: boolean
  queryType?: string
  facets?: string[]
}

interface IndexResponse {
  hits?: readonly unknown[]
  nbHits?: number
  nbPages?: number
  facets?: Record<string, Record<string, number>>
}

type Reply = (indexRequest: IndexRequest) => IndexResponse | Promise<IndexResponse>

/**
 * Mocks the same-origin search endpoint until the test ends; omitted parts of a response are empty. Returns the
 * received requests.
 */
export function mockSearch(reply: Reply): IndexRequest[] {
  const received: IndexRequest[] = []
  mockUnderstanding(() => ({}))
  server.use(
    http.post(`${location.origin}/1/indexes/*/queries`, async ({ request }) => {
      // The search client sends JSON as text.
      const { requests } = JSON.parse(await request.text()) as { requests: IndexRequest[] }
      received.push(...requests)
      const results = await Promise.all(
        requests.map(async (indexRequest) => fullResponse(await reply(indexRequest))),
      )
      return Response.json({ results })
    }),
  )
  return received
}

/** A text whose words have no meaning that the server knows. */
export function plainText(text: string): WireUnderstanding {
  return {
    parts: [],
    listing_parts: [],
    words: wordsOf(text),
    listing: {},
    event_text: text,
    is_truncated: false,
  }
}

/** What a text means; plain text unless `understand` says otherwise. Call it after {@link mockSearch}. */
export function mockUnderstanding(understand: (text: string) => Partial<WireUnderstanding>) {
  return mockRoute(searchRoutes.understand, ({ body: { text } }) => ({
    data: { ...plainText(text), ...understand(text) },
  }))
}

/** Each word with its place in the text. */
export function wordsOf(text: string): WireUnderstanding['words'] {
  return [...text.matchAll(/\S+/g)].map((match) => ({
    text: match[0],
    from: match.index,
    to: match.index + match[0].length,
    is_quoted: false,
  }))
}

/** Makes the search endpoint fail with this status. */
export function mockSearchError(status: number): void {
  mockUnderstanding(() => ({}))
  server.use(
    http.post(`${location.origin}/1/indexes/*/queries`, () =>
      Response.json({ message: 'of the endpoint', status }, { status }),
    ),
  )
}

function fullResponse({ hits = [], nbHits = hits.length, nbPages, facets }: IndexResponse) {
  return { hits, nbHits, nbPages: nbPages ?? Math.ceil(nbHits / 20), ...(facets && { facets }) }
}

/** A request for events to show, not for counts of facets or of wider searches. */
export const isEventSearch = ({ indexName, facets, hitsPerPage }: IndexRequest) =>
  indexName === 'trade_events' && facets === undefined && hitsPerPage !== 0

/** An event record of the index. */
export function eventHit(overrides: Partial<EventRecord> = {}): EventRecord {
  const id = overrides.id ?? 17
  return {
    objectID: String(id),
    id,
    type: 'event',
    title: 'Arsenal v Chelsea',
    slug: 'arsenal-v-chelsea',
    event_date_local: Date.UTC(2031, 2, 8, 17, 30) / 1000,
    date_confirmed: true,
    time_confirmed: true,
    timezone: 'Europe/London',
    status: 'scheduled',
    venue: { id: 3, name: 'Emirates Stadium', city: 'London', country_code: 'GB' },
    category: { id: 1, name: 'Premier League', slug: 'premier-league' },
    sport: 'Football',
    competition: 'Premier League',
    performers: [],
    exchanges: [],
    is_source_tixstock: 1,
    ...overrides,
  }
}

export const performerHit: PerformerRecord = {
  objectID: '21',
  id: 21,
  type: 'performer',
  kind: 'team',
  title: 'Arsenal',
  slug: 'arsenal',
  colours: null,
  competitions: ['Premier League'],
  event_count: 19,
}

export const venueHit: VenueRecord = {
  objectID: '3',
  id: 3,
  type: 'venue',
  title: 'Emirates Stadium',
  slug: 'emirates-stadium',
  city: 'London',
  country_code: 'GB',
  event_count: 1,
}

export const categoryHit: CategoryRecord = {
  objectID: '1',
  id: 1,
  type: 'category',
  kind: 'competition',
  title: 'Premier League',
  slug: 'premier-league',
  parent: 'Football',
  event_count: 280,
}
