import type { CategoryRecord, EventRecord, PerformerRecord, VenueRecord } from '@terrace/contracts/search'
import { http } from 'msw'
import { server } from './api-server.ts'

/** One question of the search client, as it is on the wire. */
export interface IndexQuestion {
  indexName: string
  query: string
  page?: number
  hitsPerPage?: number
  filters?: string
  facetFilters?: string[][]
  facets?: string[]
}

interface IndexAnswer {
  hits?: readonly unknown[]
  nbHits?: number
  nbPages?: number
  facets?: Record<string, Record<string, number>>
}

type Reply = (question: IndexQuestion) => IndexAnswer | Promise<IndexAnswer>

/**
 * Makes the search endpoint of the page's own origin answer each question until the test ends; what is left out of an
 * answer is empty. Returns the questions as they come.
 */
export function answerSearch(reply: Reply): IndexQuestion[] {
  const asked: IndexQuestion[] = []
  server.use(
    http.post(`${location.origin}/1/indexes/*/queries`, async ({ request }) => {
      // The client says that it sends text; nobody else writes it.
      const { requests } = JSON.parse(await request.text()) as { requests: IndexQuestion[] }
      asked.push(...requests)
      const results = await Promise.all(requests.map(async (question) => fullAnswer(await reply(question))))
      return Response.json({ results })
    }),
  )
  return asked
}

/** Makes the search endpoint refuse, with the given status. */
export function refuseSearch(status: number): void {
  server.use(
    http.post(`${location.origin}/1/indexes/*/queries`, () =>
      Response.json({ message: 'of the endpoint', status }, { status }),
    ),
  )
}

function fullAnswer({ hits = [], nbHits = hits.length, nbPages, facets }: IndexAnswer) {
  return { hits, nbHits, nbPages: nbPages ?? Math.ceil(nbHits / 20), ...(facets && { facets }) }
}

export const isAboutEvents = ({ indexName, facets }: IndexQuestion) =>
  indexName === 'trade_events' && facets === undefined

/** An event as the index has it. */
export function eventHit(given: Partial<EventRecord> = {}): EventRecord {
  const id = given.id ?? 17
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
    ...given,
  }
}

export const performerHit: PerformerRecord = {
  objectID: '21',
  id: 21,
  type: 'performer',
  kind: 'team',
  title: 'Arsenal',
  slug: 'arsenal',
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
