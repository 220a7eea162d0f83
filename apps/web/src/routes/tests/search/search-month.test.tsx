import { catalogueRoutes } from '@terrace/contracts/catalogue'
import type { EventRecord } from '@terrace/contracts/search'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockRoute } from '#web/test/mock-api.ts'
import { eventHit, mockSearch, mockSearchError, type IndexRequest } from '#web/test/mock-search.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

const now = new Date('2031-03-05T12:00:00Z')
const at = (day: string, time = '15:00') => Date.parse(`${day}T${time}:00Z`) / 1000

/** Two games on the 8th, twelve on the 15th and one in May. */
const events: EventRecord[] = [
  eventHit({ id: 1, title: 'Late game', event_date_local: at('2031-03-08', '20:00') }),
  eventHit({ id: 2, title: 'Early game', event_date_local: at('2031-03-08', '12:30') }),
  ...Array.from({ length: 12 }, (_, index) =>
    eventHit({
      id: 10 + index,
      title: `Cup game ${index + 1}`,
      event_date_local: at('2031-03-15', `10:${10 + index}`),
    }),
  ),
  eventHit({ id: 40, title: 'Final', event_date_local: at('2031-05-17'), time_confirmed: false }),
]

/** Responds by the dates of the filter. */
function answer({ indexName, filters = '', hitsPerPage = 20, facets }: IndexRequest) {
  if (indexName !== 'trade_events' || facets) return {}
  const bound = (sign: string, otherwise: number) =>
    Number(new RegExp(`event_date_local${sign}=(\\d+)`).exec(filters)?.[1] ?? otherwise)
  const [from, to] = [bound('>', 0), bound('<', Infinity)]
  const found = events.filter(({ event_date_local: seconds }) => seconds >= from && seconds <= to)
  return { hits: found.slice(0, hitsPerPage), nbHits: found.length }
}

let requests: IndexRequest[]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-GB')
  mockShell()
  mockRoute(catalogueRoutes.eventPrices, () => ({ data: [], meta: { currency: 'GBP', rate_stale: false } }))
  requests = mockSearch(answer)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const grid = () => screen.findByRole('grid')
const day = (name: string) => screen.findByRole('gridcell', { name: new RegExp(`^\\w+ ${name}`) })
const titles = () =>
  screen.getAllByRole('link').flatMap((link) => /(\w+ )*[Gg]ame( \d+)?/.exec(link.textContent)?.[0] ?? [])

async function open(address = '/search?view=month') {
  const router = await renderRoute(address)
  await grid()
  return router
}

test('the switch shows the month of the first events, and the address keeps the view', async () => {
  const router = await renderRoute('/search')
  await userEvent.click(await screen.findByRole('button', { name: 'Month' }))
  expect(router.state.location.href).toBe('/search?view=month')
  expect((await grid()).getAttribute('aria-label')).toBe('March 2031')
  expect(screen.queryByRole('list', { name: 'Events' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'List' }))
  expect(router.state.location.href).toBe('/search')
  expect(await screen.findByRole('list', { name: 'Events' })).toBeTruthy()
})

test('a day shows its number of events, the first by time, and how many more there are', async () => {
  await open()
  expect((await day('8 March 2031, 2 events')).lastElementChild?.textContent).toBe(
    '8212:30 Early game20:00 Late game',
  )
  expect((await day('15 March 2031, 12 events')).lastElementChild?.textContent).toMatch(
    /^151210:10 Cup game 110:11 Cup game 2\+10 more$/,
  )
  expect(screen.getByRole('heading', { name: /^March 2031/ }).textContent).toBe('March 203114 events')
})

test('below the month are the events of the first day with some, or of the chosen day', async () => {
  const router = await open()
  const list = await screen.findByRole('list', { name: /^Saturday 8 March 2031/ })
  expect(
    within(list)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/tickets/arsenal-v-chelsea/2', '/tickets/arsenal-v-chelsea/1'])
  await userEvent.click(await day('15 March'))
  expect(router.state.location.href).toBe('/search?view=month&month=2031-03&day=2031-03-15')
  await screen.findByRole('list', { name: /^Saturday 15 March 2031/ })
  expect(titles()).toHaveLength(12)
  expect((await day('15 March')).getAttribute('aria-selected')).toBe('true')
  await userEvent.click(await day('9 March'))
  expect(await screen.findByText('No events on this day.')).toBeTruthy()
})

test('search text and filters count, and a range of dates leaves other days empty', async () => {
  await open('/search?view=month&month=2031-03&q=cup&category=FA+Cup&startDate=2031-03-09')
  await day('15 March 2031, 12 events')
  await day('8 March 2031, no events')
  const counted = requests.filter(({ hitsPerPage }) => hitsPerPage === 3)
  expect(counted.length).toBe(23)
  for (const { query, facetFilters } of counted)
    expect([query, facetFilters]).toEqual(['cup', [['competition:FA Cup']]])
})

test('the view and its month stay when the search changes', async () => {
  const router = await open('/search?view=month&month=2031-04')
  await userEvent.type(screen.getByRole('searchbox'), 'cup')
  await waitFor(() => expect(router.state.location.href).toBe('/search?view=month&month=2031-04&q=cup'))
})

test('an empty month names the next one with events', async () => {
  const router = await open('/search?view=month&month=2031-04')
  await userEvent.click(await screen.findByRole('button', { name: 'Go to May 2031' }))
  expect(router.state.location.href).toBe('/search?view=month&month=2031-05')
  expect((await day('17 May 2031, 1 event')).lastElementChild?.textContent).toBe('171Final')
})

test('after the last month with events, it leads back to that', async () => {
  await open('/search?view=month&month=2031-09')
  expect(await screen.findByRole('button', { name: 'Go to May 2031' })).toBeTruthy()
})

test('events without a confirmed time come last', async () => {
  events.push(
    eventHit({
      id: 50,
      title: 'Open game',
      event_date_local: at('2031-03-08', '00:00'),
      time_confirmed: false,
    }),
  )
  await open()
  expect((await day('8 March 2031, 3 events')).lastElementChild?.textContent).toBe(
    '8312:30 Early game20:00 Late gameOpen game',
  )
  events.pop()
})

test('a search that leaves something out says so above the month', async () => {
  requests = mockSearch((request) => (request.query.includes('xq') ? {} : answer(request)))
  await open('/search?view=month&q=cup+xq')
  expect(await screen.findByText(/^No events match “cup xq”\. Showing 15 for/)).toBeTruthy()
  for (const { query } of requests.filter(({ hitsPerPage }) => hitsPerPage === 3)) expect(query).toBe('cup')
})

test('without any match, the list’s own advice replaces the month', async () => {
  requests = mockSearch(() => ({}))
  await renderRoute('/search?view=month&q=cup')
  expect(await screen.findByText('No match for “cup”')).toBeTruthy()
  expect(screen.queryByRole('grid')).toBeNull()
})

test('months before the current one are not shown', async () => {
  await open('/search?view=month&month=2020-01')
  expect((await grid()).getAttribute('aria-label')).toBe('March 2031')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous month' }).disabled).toBe(true)
  // Days that have passed are not searched.
  expect(requests.filter(({ hitsPerPage }) => hitsPerPage === 3)).toHaveLength(27)
})

test.each(['view=grid', 'view=list&month=2031-03'])('%s is the list', async (query) => {
  await renderRoute(`/search?${query}`)
  expect(await screen.findByRole('list', { name: 'Events' })).toBeTruthy()
  expect(screen.queryByRole('grid')).toBeNull()
})

test('keys move by day, week and month, and Enter chooses the day', async () => {
  const router = await open()
  const focused = () => document.activeElement?.getAttribute('data-day')
  const cell = await day('8 March 2031, 2 events')
  await waitFor(() => expect(cell.tabIndex).toBe(0))
  act(() => cell.focus())
  const press = async (keys: string, expected: string) => {
    await userEvent.keyboard(keys)
    await waitFor(() => expect(focused()).toBe(expected))
  }
  await press('{ArrowRight}', '2031-03-09')
  await press('{ArrowDown}{ArrowDown}', '2031-03-23')
  await press('{ArrowUp}{ArrowLeft}', '2031-03-15')
  await press('{Home}', '2031-03-10')
  await press('{End}', '2031-03-16')
  await press('{PageDown}', '2031-04-16')
  expect(router.state.location.href).toBe('/search?view=month&month=2031-04')
  await press('{Shift>}{PageDown}{/Shift}', '2032-04-16')
  await press('{Shift>}{PageUp}{/Shift}{PageUp}', '2031-03-16')
  await press('{ArrowLeft}{Enter}', '2031-03-15')
  expect(router.state.location.href).toBe('/search?view=month&month=2031-03&day=2031-03-15')
  // The earliest day that can have events.
  await press('{PageUp}', '2031-03-05')
})

test('weeks start on Sunday where people expect it', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-US')
  await open()
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    'Sun',
    'Mon',
    'Tue',
    'Wed',
    'Thu',
    'Fri',
    'Sat',
  ])
})

test('a search that fails can be tried again', async () => {
  mockSearchError(500)
  await renderRoute('/search?view=month&month=2031-03')
  expect(await screen.findByText('Search isn’t responding. Try again.', {}, { timeout: 20_000 })).toBeTruthy()
  mockSearch(answer)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await day('8 March 2031, 2 events')).toBeTruthy()
})
