import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { gbp, lowestPrices } from '#web/test/factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import {
  mockSearch,
  categoryHit,
  eventHit,
  isEventSearch,
  performerHit,
  venueHit,
  type IndexRequest,
} from '#web/test/mock-search.ts'
import { testEnv } from '#web/test/test-env.ts'

const hits = (...titles: string[]) =>
  titles.map((title, place) => eventHit({ id: title.length * 1000 + place, title, slug: `event-${place}` }))

/** Returns one event titled with the query. */
const echo = (request: IndexRequest) =>
  isEventSearch(request) ? { hits: hits(`Found ${request.query || 'all'}`) } : {}

let priced: unknown[] = []
beforeEach(() => {
  mockShell()
  priced = mockRoute(catalogueRoutes.eventPrices, ({ body }) => ({
    data: body.event_ids.map((event_id) => ({
      event_id,
      ...lowestPrices(gbp('85.50')),
      ticket_count: 12,
    })),
    meta: { currency: 'GBP', rate_stale: false },
  }))
  mockRoute(catalogueRoutes.event, () => errorReply(404, 'gone', 'event.not_found'))
})

const field = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search events' })
const queryTexts = (requests: readonly IndexRequest[]) =>
  requests.filter((each) => isEventSearch(each)).map(({ query }) => query)

test('[ROUTE-12] /search shows the search page with events before anything is typed', async () => {
  mockSearch(echo)
  await renderRoute('/search')
  const shown = await field()
  // The field has focus as soon as it appears, so early typing is not lost.
  expect(document.activeElement).toBe(shown)
  expect(await screen.findByText('Found all')).toBeTruthy()
  expect(screen.getByText('1 upcoming event')).toBeTruthy()
})

test('[SEARCH-01] [SEARCH-02] [SEARCH-04] [SEARCH-06] [CONST-14] events are searched in their index, twenty per page, from today, of the own source', async () => {
  const requests = mockSearch(echo)
  await renderRoute('/search?q=arsenal')
  await screen.findByText('Found arsenal')
  const today = Math.floor((Date.now() - 12 * 3_600_000) / 86_400_000) * 86_400
  expect(requests.find((each) => isEventSearch(each))).toMatchObject({
    indexName: 'trade_events',
    query: 'arsenal',
    hitsPerPage: 20,
    page: 0,
    filters: `event_date_local>=${today} AND is_source_tixstock=1`,
  })
})

test('[SEARCH-05] with several exchanges, events of each are searched', async () => {
  const requests = mockSearch(echo)
  await renderRoute('/search?q=x', { env: { ...testEnv, search: { ...testEnv.search, exchanges: [4, 9] } } })
  await screen.findByText('Found x')
  expect(requests[0]?.filters).toMatch(/^event_date_local>=\d+ AND \(exchanges=4 OR exchanges=9\)$/)
})

test.each(['#4711', 'https://terrace.example/tickets/arsenal-v-chelsea/4711?page=2'])(
  '[SEARCH-03] %s finds the event with that id',
  async (text) => {
    const requests = mockSearch((request) => (isEventSearch(request) ? { hits: hits('That one') } : {}))
    await renderRoute(`/search?q=${encodeURIComponent(text)}`)
    await screen.findByText('That one')
    expect(requests.every(({ query }) => query === '')).toBe(true)
    expect(requests[0]?.filters).toMatch(/^id=4711 AND event_date_local>=\d+ AND is_source_tixstock=1$/)
  },
)

test('an event that is over in its own time zone is not shown, although the index returns it', async () => {
  const today = Math.floor((Date.now() - 12 * 3_600_000) / 86_400_000) * 86_400
  mockSearch((request) =>
    isEventSearch(request)
      ? {
          hits: [
            // The date in the westernmost time zone has ended in the easternmost one for nearly all of the day.
            eventHit({ id: 1, title: 'Over', timezone: 'Pacific/Kiritimati', event_date_local: today }),
            eventHit({ id: 2, title: 'Still on', timezone: 'Etc/GMT+12', event_date_local: today }),
          ],
        }
      : {},
  )
  await renderRoute('/search')
  expect(await screen.findByText('Still on')).toBeTruthy()
  expect(screen.queryByText('Over')).toBeNull()
  expect(screen.getByText('1 upcoming event')).toBeTruthy()
})

test('prices and availability of the shown events come from the API', async () => {
  mockSearch((request) =>
    isEventSearch(request) ? { hits: [eventHit({ id: 5 }), eventHit({ id: 6 })] } : {},
  )
  await renderRoute('/search')
  expect(await screen.findAllByText('£89.78')).toHaveLength(2)
  expect(screen.getAllByText('12 tickets')).toHaveLength(2)
  expect(priced).toEqual([expect.objectContaining({ body: { event_ids: [5, 6] } })])
})

test('prices converted at old rates are marked', async () => {
  mockRoute(catalogueRoutes.eventPrices, () => ({
    data: [],
    meta: { currency: 'GBP', rate_date: '2031-01-02', rate_stale: true },
  }))
  mockSearch(echo)
  await renderRoute('/search')
  expect(await screen.findByText(/converted to GBP at ECB rates from 02-01-2031/)).toBeTruthy()
})

test('an event without a price is shown without one', async () => {
  mockRoute(catalogueRoutes.eventPrices, () => errorReply(400, 'Not now'))
  mockSearch(echo)
  await renderRoute('/search')
  expect(await screen.findByText('Found all')).toBeTruthy()
  expect(screen.queryByText(/from/)).toBeNull()
  expect(screen.queryByText(/ticket/)).toBeNull()
})

test('the search text is kept in the URL and read from it', async () => {
  const requests = mockSearch(echo)
  const router = await renderRoute('/search?q=2026')
  expect((await field()).value).toBe('2026')
  expect(await screen.findByText('Found 2026')).toBeTruthy()
  expect(screen.getByText('1 event matches “2026”')).toBeTruthy()
  await userEvent.clear(await field())
  await userEvent.type(await field(), ' cup  ')
  expect(await screen.findByText('Found cup')).toBeTruthy()
  expect(router.state.location.href).toBe('/search?q=cup')
  expect([queryTexts(requests).at(0), queryTexts(requests).at(-1)]).toEqual(['2026', 'cup'])
})

test('a late response never replaces a newer one', async () => {
  const waiting = new Map<string, () => void>()
  mockSearch((request) =>
    isEventSearch(request)
      ? new Promise((resolve) => {
          waiting.set(request.query, () => resolve(echo(request)))
        })
      : {},
  )
  await renderRoute('/search?q=ars')
  await vi.waitFor(() => expect([...waiting.keys()]).toEqual(['ars']))
  await userEvent.type(await field(), 'enal')
  await vi.waitFor(() => expect([...waiting.keys()]).toEqual(['ars', 'arsenal']))
  waiting.get('arsenal')?.()
  expect(await screen.findByText('Found arsenal')).toBeTruthy()
  waiting.get('ars')?.()
  // A second search completes first, so the late response had time to arrive.
  await userEvent.type(await field(), ' w')
  await vi.waitFor(() => expect(waiting.has('arsenal w')).toBe(true))
  expect(screen.queryByText('Found ars')).toBeNull()
  expect(screen.getByText('Found arsenal')).toBeTruthy()
  waiting.get('arsenal w')?.()
  expect(await screen.findByText('Found arsenal w')).toBeTruthy()
})

test('browser back and forward change the field and the results', async () => {
  mockSearch(echo)
  const router = await renderRoute('/search?q=arsenal')
  await act(() => router.navigate({ to: '/search', search: { q: 'chelsea' } }))
  expect(await screen.findByText('Found chelsea')).toBeTruthy()
  act(() => router.history.back())
  expect(await screen.findByText('Found arsenal')).toBeTruthy()
  await vi.waitFor(async () => expect((await field()).value).toBe('arsenal'))
})

test('arrow keys move between field and rows; Enter in the field opens the first event', async () => {
  mockSearch((request) => (isEventSearch(request) ? { hits: hits('First', 'Second', 'Third') } : {}))
  const router = await renderRoute('/search?q=x')
  await screen.findByText('Third')
  await userEvent.click(await field())
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('Second')
  await userEvent.keyboard('{End}')
  expect(document.activeElement?.textContent).toContain('Third')
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('Third')
  await userEvent.keyboard('{Home}{ArrowUp}')
  expect(document.activeElement).toBe(await field())
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/tickets/event-0/5000'))
})

test('when new results replace the focused row, the row in its place gets focus', async () => {
  let resolveNewer = () => undefined as void
  mockSearch((request) => {
    if (!isEventSearch(request)) return {}
    if (request.query === 'x') return { hits: hits('Old 1', 'Old 22') }
    return new Promise((resolve) => {
      resolveNewer = () => resolve({ hits: hits('Newer 1', 'Newer 22') })
    })
  })
  await renderRoute('/search?q=x')
  await screen.findByText('Old 22')
  await userEvent.type(await field(), 'y')
  await screen.findByText('Searching…')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('Old 22')
  resolveNewer()
  await vi.waitFor(() => expect(document.activeElement?.textContent).toContain('Newer 22'))
})

test('Enter before the response opens the first result of the current text', async () => {
  let isDelayed = true
  let release = () => undefined as void
  mockSearch((request) =>
    isDelayed && request.query === 'xy' && isEventSearch(request)
      ? new Promise((resolve) => {
          release = () => resolve({ hits: [eventHit({ id: 2, slug: 'right' })] })
        })
      : { hits: isEventSearch(request) ? [eventHit({ id: 1, title: 'Wrong', slug: 'wrong' })] : [] },
  )
  const router = await renderRoute('/search?q=x')
  await screen.findByText('Wrong')
  await userEvent.type(await field(), 'y{Enter}')
  await screen.findByText('Searching…')
  expect(router.state.location.pathname).toBe('/search')
  isDelayed = false
  release()
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/tickets/right/2'))
})

test('Enter opens nothing when the field is empty or has changed since', async () => {
  mockSearch(echo)
  const router = await renderRoute('/search')
  await screen.findByText('Found all')
  await userEvent.type(await field(), '{Enter}')
  expect(router.state.location.pathname).toBe('/search')
  await userEvent.type(await field(), 'a{Enter}b')
  await screen.findByText('Found ab')
  expect(router.state.location.href).toBe('/search?q=ab')
})

test('matching teams, categories and venues show next to the events and link to their pages', async () => {
  const requests = mockSearch(({ indexName, facets }) => {
    if (facets) return {}
    const found = {
      trade_performers: [performerHit],
      trade_categories: [categoryHit],
      trade_venues: [venueHit],
    }
    return { hits: found[indexName as keyof typeof found] ?? hits('Arsenal v Chelsea') }
  })
  await renderRoute('/search?q=arsenal')
  const link = async (group: string) =>
    within(await screen.findByRole('region', { name: group })).getByRole('link')
  const team = await link('Performers')
  expect([team.textContent, team.getAttribute('href')]).toEqual([
    'Arsenal19 events · Premier League',
    '/performer/arsenal',
  ])
  const competition = await link('Categories')
  expect([competition.textContent, competition.getAttribute('href')]).toEqual([
    'Premier League280 events · Football',
    '/category/premier-league',
  ])
  const venue = await link('Venues')
  expect([venue.textContent, venue.getAttribute('href')]).toEqual([
    'Emirates Stadium1 event · London',
    '/venue/emirates-stadium',
  ])
  // Arrow keys still move through events only.
  await userEvent.type(await field(), '{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('Arsenal v Chelsea')
  expect(requests.map(({ indexName }) => indexName)).toContain('trade_events')
})

test('matches are highlighted, and markup from the index renders as text', async () => {
  const withHighlights = (text: string) => text.replaceAll('[', '\uE000').replaceAll(']', '\uE001')
  mockSearch((request) =>
    isEventSearch(request)
      ? {
          hits: [
            {
              ...eventHit({ title: '<b>Arsenal</b> v Ars' }),
              _highlightResult: { title: { value: withHighlights('<b>[Ars]enal</b> v [Ars]') } },
            },
          ],
        }
      : {},
  )
  await renderRoute('/search?q=ars')
  const row = await screen.findByRole('link', { name: /<b>Arsenal<\/b> v Ars/ })
  expect(
    within(row)
      .getAllByText('Ars')
      .map(({ tagName }) => tagName),
  ).toEqual(['MARK', 'MARK'])
})

test('a malformed record does not hide the others', async () => {
  mockSearch((request) =>
    isEventSearch(request) ? { hits: [{ objectID: '1', title: 7 }, ...hits('Sound')] } : {},
  )
  await renderRoute('/search')
  expect(await screen.findByText('Sound')).toBeTruthy()
})
