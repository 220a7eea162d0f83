import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { onlineManager } from '@tanstack/react-query'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { gbp, lowestPrices } from '#web/test/factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import {
  mockSearch,
  eventHit,
  isEventSearch,
  performerHit,
  mockSearchError,
  type IndexRequest,
} from '#web/test/mock-search.ts'

const hits = (...titles: string[]) =>
  titles.map((title, place) => eventHit({ id: title.length * 1000 + place, title, slug: `event-${place}` }))

/** Returns one event titled with the query. */
const echo = (request: IndexRequest) =>
  isEventSearch(request) ? { hits: hits(`Found ${request.query || 'all'}`) } : {}

beforeEach(() => {
  mockShell()
  mockRoute(catalogueRoutes.eventPrices, ({ body }) => ({
    data: body.event_ids.map((event_id) => ({
      event_id,
      ...lowestPrices(gbp('85.50')),
      ticket_count: 12,
    })),
    meta: { currency: 'GBP', rate_stale: false },
  }))
  mockRoute(catalogueRoutes.event, () => errorReply(404, 'gone', 'event.not_found'))
})
afterEach(() => onlineManager.setOnline(true))

const field = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search events' })
const events = () => within(screen.getByRole('list', { name: 'Events' }))
test('[SEARCH-11] [DATE-01] dates, categories and cities filter events, show counts and are kept in the URL', async () => {
  const requests = mockSearch((request) => {
    const counts = { competition: { NFL: 3, 'La Liga': 12 }, 'venue.city': { Madrid: 7 } }
    if (request.facets) return { facets: counts }
    return echo(request)
  })
  const router = await renderRoute('/search?q=real')
  await screen.findByText('Found real')
  const filters = within(screen.getByRole('region', { name: 'Filters' }))
  const boxes = await filters.findAllByRole('checkbox')
  expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual(['La Liga12', 'NFL3', 'Madrid7'])
  await userEvent.click(filters.getByRole('checkbox', { name: /La Liga/ }))
  await userEvent.click(filters.getByRole('checkbox', { name: /Madrid/ }))
  await userEvent.type(filters.getByLabelText('From'), '2031-03-01')
  await userEvent.type(filters.getByLabelText('To'), '2031-03-31')
  await vi.waitFor(() =>
    expect(router.state.location.href).toBe(
      '/search?q=real&startDate=2031-03-01&endDate=2031-03-31&category=La+Liga&city=Madrid',
    ),
  )
  await vi.waitFor(() => {
    const [start, end] = ['2031-03-01T00:00:00Z', '2031-03-31T23:59:59Z'].map((at) => Date.parse(at) / 1000)
    const last = requests.filter((each) => isEventSearch(each)).at(-1)
    expect(last?.filters).toBe(
      `event_date_local>=${start} AND event_date_local<=${end} AND is_source_tixstock=1`,
    )
    expect(last?.facetFilters).toEqual([['competition:La Liga'], ['venue.city:Madrid']])
    // Selected options do not reduce the counts of their own filter.
    const counted = requests.filter(({ facets }) => facets?.[0] === 'competition').at(-1)
    expect([counted?.facetFilters, counted?.hitsPerPage]).toEqual([[['venue.city:Madrid']], 0])
  })
  await userEvent.click(filters.getByRole('button', { name: 'Clear filters' }))
  await vi.waitFor(() => expect(router.state.location.href).toBe('/search?q=real'))
  await screen.findByText('1 event matches “real”')
})

test('filters are read from the URL, and invalid values are ignored', async () => {
  const requests = mockSearch(echo)
  await renderRoute('/search?startDate=2031-02-30&endDate=soon&category=NFL&category=NFL&category=Serie%20A')
  await screen.findByText('Found all')
  const first = requests.find((each) => isEventSearch(each) && each.query === '')
  expect(first?.filters).toMatch(/^event_date_local>=\d+ AND is_source_tixstock=1$/)
  expect(first?.facetFilters).toEqual([['competition:NFL', 'competition:Serie A']])
  // A selected option stays visible even without matches.
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /NFL/ })
  expect(box.checked).toBe(true)
})

test('a date range with its end before its start shows an error', async () => {
  mockSearch(() => ({}))
  await renderRoute('/search?startDate=2031-03-08&endDate=2031-03-01')
  expect(await screen.findByText('End date must be after start date.')).toBeTruthy()
  expect(screen.getByLabelText('To').getAttribute('aria-invalid')).toBe('true')
})

test('a search without matches suggests the nearest spelling that has results', async () => {
  mockSearch((request) => {
    if (request.hitsPerPage === 1000) return { hits: [performerHit, { title: 'Chelsea' }] }
    if (!isEventSearch(request)) return {}
    return request.query === 'Arsenal' ? { hits: hits('Arsenal v Chelsea') } : {}
  })
  const router = await renderRoute('/search?q=wrsenla')
  expect(await screen.findByText('No match for “wrsenla”')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Did you mean “Arsenal”?' }))
  expect(await screen.findByText('Arsenal v Chelsea')).toBeTruthy()
  expect(router.state.location.href).toBe('/search?q=Arsenal')
  expect((await field()).value).toBe('Arsenal')
})

test('a search without matches or suggestions shows what to try', async () => {
  mockSearch((request) => (request.query === '' ? echo(request) : {}))
  const router = await renderRoute('/search?q=zzz')
  expect(await screen.findByText('No match for “zzz”')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(await screen.findByText('Found all')).toBeTruthy()
  expect(router.state.location.href).toBe('/search')
})

test('filters without matches can be cleared in place', async () => {
  mockSearch((request) => (request.facetFilters ? {} : echo(request)))
  const router = await renderRoute('/search?q=arsenal&city=Oslo')
  const empty = within((await screen.findByText('No match for “arsenal”')).closest('div') ?? document.body)
  await userEvent.click(empty.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('Found arsenal')).toBeTruthy()
  expect(router.state.location.href).toBe('/search?q=arsenal')
})

test('"Show more" loads the next page and shows the progress', async () => {
  mockSearch((request) =>
    isEventSearch(request) ? { hits: hits(`Event of page ${request.page}`), nbHits: 21 } : {},
  )
  await renderRoute('/search?q=x')
  expect(await screen.findByText('1 of 21')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Event of page 1')).toBeTruthy()
  expect(screen.getByText('Event of page 0')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('the next page loads automatically near the end of the list', async () => {
  let reachListEnd = () => undefined as void
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        reachListEnd = () => seen([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
  const requests = mockSearch((request) =>
    isEventSearch(request) ? { hits: hits(`Event of page ${request.page}`), nbHits: 41 } : {},
  )
  await renderRoute('/search?q=x')
  await screen.findByText('Event of page 0')
  act(() => reachListEnd())
  await screen.findByText('Event of page 1')
  act(() => reachListEnd())
  await screen.findByText('Event of page 2')
  expect(requests.flatMap((each) => (isEventSearch(each) ? [each.page] : []))).toEqual([0, 1, 2])
  expect(events().getAllByRole('link')).toHaveLength(3)
})

test('results beyond the index limit show that there are more', async () => {
  mockSearch((request) => (isEventSearch(request) ? { hits: hits('One'), nbHits: 5000, nbPages: 1 } : {}))
  await renderRoute('/search')
  expect(await screen.findByText(/^Showing the first 1\./)).toBeTruthy()
  expect(screen.getByText('5,000 upcoming events')).toBeTruthy()
})

test.each([
  [503, 'Search isn’t responding. Try again.'],
  [400, 'Search isn’t responding. Try again.'],
])('a search that failed with %i shows an error and can be retried', async (status, text) => {
  mockSearchError(status)
  await renderRoute('/search?q=x')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(text)
  expect((await field()).value).toBe('x')
  mockSearch(echo)
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Found x')).toBeTruthy()
})

test('offline, search shows an error at once and no city loading state', async () => {
  mockSearch(echo)
  onlineManager.setOnline(false)
  await renderRoute('/search?q=x')
  expect((await screen.findByRole('alert')).textContent).toContain('You’re offline.')
  expect(screen.queryByText('City')).toBeNull()
})

test('recent searches and events are suggested to this user until cleared', async () => {
  mockSearch(echo)
  const router = await renderRoute('/search?q=Arsenal')
  await userEvent.click(await screen.findByRole('link', { name: /Found Arsenal/ }))
  await vi.waitFor(() => expect(router.state.location.pathname).toContain('/tickets/'))
  await act(() => router.navigate({ to: '/search', search: {} }))
  const recent = within(await screen.findByRole('complementary', { name: 'Recent searches' }))
  await userEvent.click(await recent.findByRole('button', { name: 'Arsenal' }))
  expect(await screen.findByText('Found Arsenal')).toBeTruthy()
  expect((await field()).value).toBe('Arsenal')
  await userEvent.clear(await field())
  await userEvent.click(await recent.findByRole('button', { name: 'Clear all' }))
  expect(recent.queryByRole('button', { name: 'Arsenal' })).toBeNull()
})

test.each([
  ['/search', 'No upcoming events'],
  ['/search?city=Oslo', 'No events match these filters'],
  ['/search?q=%237', 'No upcoming event matches that number or link.'],
])('without events at %s the page shows "%s"', async (address, text) => {
  mockSearch(() => ({}))
  await renderRoute(address)
  expect(await screen.findByText(text)).toBeTruthy()
})
