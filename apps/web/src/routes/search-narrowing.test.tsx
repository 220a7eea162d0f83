import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { onlineManager } from '@tanstack/react-query'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, fail } from '#web/test/api-server.ts'
import { gbp } from '#web/test/factories.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'
import {
  answerSearch,
  eventHit,
  isAboutEvents,
  performerHit,
  refuseSearch,
  type IndexQuestion,
} from '#web/test/search-server.ts'

/** Events of these titles. */
const hits = (...titles: string[]) =>
  titles.map((title, place) => eventHit({ id: title.length * 1000 + place, title, slug: `event-${place}` }))

/** Every text finds one event that says so. */
const echo = (question: IndexQuestion) =>
  isAboutEvents(question) ? { hits: hits(`Found ${question.query || 'all'}`) } : {}

beforeEach(() => {
  answerShell()
  answer(catalogueRoutes.eventPrices, ({ body }) => ({
    data: body.event_ids.map((event_id) => ({
      event_id,
      min_price: gbp('85.50'),
      ticket_count: 12,
    })),
    meta: { currency: 'GBP', rate_stale: false },
  }))
  answer(catalogueRoutes.event, () => fail(404, 'gone', 'event.not_found'))
})
afterEach(() => onlineManager.setOnline(true))

const field = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search events' })
const events = () => within(screen.getByRole('list', { name: 'Events' }))
test('[SEARCH-11] [DATE-01] days, categories and cities narrow the search, with how many events each would leave, and stand in the address', async () => {
  const asked = answerSearch((question) => {
    const counts = { competition: { NFL: 3, 'La Liga': 12 }, 'venue.city': { Madrid: 7 } }
    if (question.facets) return { facets: counts }
    return echo(question)
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
    const last = asked.filter((each) => isAboutEvents(each)).at(-1)
    expect(last?.filters).toBe(
      `event_date_local>=${start} AND event_date_local<=${end} AND is_source_tixstock=1`,
    )
    expect(last?.facetFilters).toEqual([['competition:La Liga'], ['venue.city:Madrid']])
    // What is ticked of one kind does not hide the rest of that kind.
    const counted = asked.filter(({ facets }) => facets?.[0] === 'competition').at(-1)
    expect([counted?.facetFilters, counted?.hitsPerPage]).toEqual([[['venue.city:Madrid']], 0])
  })
  await userEvent.click(filters.getByRole('button', { name: 'Clear the filters' }))
  await vi.waitFor(() => expect(router.state.location.href).toBe('/search?q=real'))
  await screen.findByText('1 event matches “real”')
})

test('an address of filters is read as it was written, and nonsense in it is passed over', async () => {
  const asked = answerSearch(echo)
  await renderRoute('/search?startDate=2031-02-30&endDate=soon&category=NFL&category=NFL&category=Serie%20A')
  await screen.findByText('Found all')
  const first = asked.find((each) => isAboutEvents(each) && each.query === '')
  expect(first?.filters).toMatch(/^event_date_local>=\d+ AND is_source_tixstock=1$/)
  expect(first?.facetFilters).toEqual([['competition:NFL', 'competition:Serie A']])
  // What is ticked stays in sight, though it leaves nothing.
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /NFL/ })
  expect(box.checked).toBe(true)
})

test('days the wrong way round are said to be', async () => {
  answerSearch(() => ({}))
  await renderRoute('/search?startDate=2031-03-08&endDate=2031-03-01')
  expect(await screen.findByText('The last day is before the first.')).toBeTruthy()
  expect(screen.getByLabelText('To').getAttribute('aria-invalid')).toBe('true')
})

test('no match offers the nearest spelling that finds something', async () => {
  answerSearch((question) => {
    if (question.hitsPerPage === 1000) return { hits: [performerHit, { title: 'Chelsea' }] }
    if (!isAboutEvents(question)) return {}
    return question.query === 'Arsenal' ? { hits: hits('Arsenal v Chelsea') } : {}
  })
  const router = await renderRoute('/search?q=wrsenla')
  expect(await screen.findByText('No match for “wrsenla”')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Did you mean “Arsenal”?' }))
  expect(await screen.findByText('Arsenal v Chelsea')).toBeTruthy()
  expect(router.state.location.href).toBe('/search?q=Arsenal')
  expect((await field()).value).toBe('Arsenal')
})

test('no match and nothing near says what to do', async () => {
  answerSearch((question) => (question.query === '' ? echo(question) : {}))
  const router = await renderRoute('/search?q=zzz')
  expect(await screen.findByText('No match for “zzz”')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }))
  expect(await screen.findByText('Found all')).toBeTruthy()
  expect(router.state.location.href).toBe('/search')
})

test('where filters leave nothing, they can be cleared in place', async () => {
  answerSearch((question) => (question.facetFilters ? {} : echo(question)))
  const router = await renderRoute('/search?q=arsenal&city=Oslo')
  const empty = within((await screen.findByText('No match for “arsenal”')).closest('div') ?? document.body)
  await userEvent.click(empty.getByRole('button', { name: 'Clear the filters' }))
  expect(await screen.findByText('Found arsenal')).toBeTruthy()
  expect(router.state.location.href).toBe('/search?q=arsenal')
})

test('"Show more" adds the next page and says how far one is', async () => {
  answerSearch((question) =>
    isAboutEvents(question) ? { hits: hits(`Event of page ${question.page}`), nbHits: 21 } : {},
  )
  await renderRoute('/search?q=x')
  expect(await screen.findByText('1 of 21')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Event of page 1')).toBeTruthy()
  expect(screen.getByText('Event of page 0')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('the next page comes by itself when the end of the list comes in sight', async () => {
  let see = () => undefined as void
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        see = () => seen([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
  const asked = answerSearch((question) =>
    isAboutEvents(question) ? { hits: hits(`Event of page ${question.page}`), nbHits: 41 } : {},
  )
  await renderRoute('/search?q=x')
  await screen.findByText('Event of page 0')
  act(() => see())
  await screen.findByText('Event of page 1')
  act(() => see())
  await screen.findByText('Event of page 2')
  expect(asked.flatMap((each) => (isAboutEvents(each) ? [each.page] : []))).toEqual([0, 1, 2])
  expect(events().getAllByRole('link')).toHaveLength(3)
})

test('past what the index lists, it is said that there is more', async () => {
  answerSearch((question) => (isAboutEvents(question) ? { hits: hits('One'), nbHits: 5000, nbPages: 1 } : {}))
  await renderRoute('/search')
  expect(await screen.findByText(/^The first 1 are listed/)).toBeTruthy()
  expect(screen.getByText('5,000 events to come')).toBeTruthy()
})

test.each([
  [503, 'The search does not answer. What was typed stays.'],
  [400, 'The search does not answer. What was typed stays.'],
])('a search that failed with %i says so and can be made again', async (status, text) => {
  refuseSearch(status)
  await renderRoute('/search?q=x')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(text)
  expect((await field()).value).toBe('x')
  answerSearch(echo)
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Found x')).toBeTruthy()
})

test('without a connection it is said at once, and no choice of cities is announced that cannot come', async () => {
  answerSearch(echo)
  onlineManager.setOnline(false)
  await renderRoute('/search?q=x')
  expect((await screen.findByRole('alert')).textContent).toContain('There is no connection.')
  expect(screen.queryByText('City')).toBeNull()
})

test('what was looked for and opened is offered the next time, to this user only, until it is forgotten', async () => {
  answerSearch(echo)
  const router = await renderRoute('/search?q=Arsenal')
  await userEvent.click(await screen.findByRole('link', { name: /Found Arsenal/ }))
  await vi.waitFor(() => expect(router.state.location.pathname).toContain('/tickets/'))
  await act(() => router.navigate({ to: '/search', search: {} }))
  const recent = within(await screen.findByRole('complementary', { name: 'Recent searches' }))
  await userEvent.click(await recent.findByRole('button', { name: 'Arsenal' }))
  expect(await screen.findByText('Found Arsenal')).toBeTruthy()
  expect((await field()).value).toBe('Arsenal')
  await userEvent.clear(await field())
  await userEvent.click(await recent.findByRole('button', { name: 'Forget them' }))
  expect(recent.queryByRole('button', { name: 'Arsenal' })).toBeNull()
})

test.each([
  ['/search', 'No events to come'],
  ['/search?city=Oslo', 'No event fits the filters'],
  ['/search?q=%237', 'No event to come has that number or link.'],
])('where nothing is at %s, it says "%s"', async (address, text) => {
  answerSearch(() => ({}))
  await renderRoute(address)
  expect(await screen.findByText(text)).toBeTruthy()
})
