import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { homeRoutes } from '@terrace/contracts/home'
import { listingsRoutes } from '@terrace/contracts/listings'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/lib/http/api-error.ts'
import { mockRoute, errorReply, type ApiRequest } from '#web/test/mock-api.ts'
import {
  cheap,
  eventPath,
  expensive,
  facets,
  findRow,
  lastListQuery,
  mockEventPage,
  openEventPage,
} from '#web/test/mock-event-page.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { wireFeed, wireListing } from '#web/test/stock-factories.ts'

let requests: ApiRequest[] = []

beforeEach(() => {
  requests = mockEventPage()
})

test('[FEED-01] [FEED-04] [FEED-05] [FEED-06] [FEED-07] [FEED-13] [FEED-14] [FEED-15] the first request has the event, its teams, the team’s currency and every default filter', async () => {
  await openEventPage()
  expect([...lastListQuery(requests)]).toEqual([
    ['event_id', '17'],
    ['team_id[]', '5'],
    ['team_id[]', '6'],
    ['min_quantity', '1'],
    ['my_listings', 'all_listings'],
    ['target_currency', 'GBP'],
    ['order_by', 'price'],
    ['sort_order', 'asc'],
    ['per_page', '100'],
    ['lighter_response', 'true'],
    ['page', '1'],
  ])
})

test('[FEED-02] "Any quantity" is the default with id 6 and is sent as 1', async () => {
  await openEventPage()
  const any = screen.getByRole<HTMLInputElement>('radio', { name: 'Any quantity' })
  expect(any.checked).toBe(true)
  expect(any.value).toBe('6')
  expect(lastListQuery(requests).get('min_quantity')).toBe('1')
})

test.each([
  ['[FEED-03] new listings', 'new=1', { new_listings: ['1'] }],
  ['[FEED-03] tickets in hand', 'in_hand=1', { ticket_in_hand: ['1'] }],
  [
    '[FEED-08] the price range',
    'min=85&max=240.50',
    { proceed_price_min: ['85'], proceed_price_max: ['240.50'] },
  ],
  ['[FEED-09] hospitality, which replaces is_vip_listings', 'hospitality=1', { hospitality: ['1'] }],
  ['[FEED-10] instant download when set', 'instant=1', { instant_download: ['1'] }],
  ['[FEED-10] no instant download when not set', '', { instant_download: [] }],
  [
    '[FEED-11] delivery types, categories and sellers by their ids',
    'type=eTicket&type=Paper&category=4&category=9&seller=tm_2',
    {
      'ticket_types[]': ['eTicket', 'paper'],
      'category_name[]': ['4', '9'],
      'broker_id[]': ['tm_2'],
    },
  ],
  [
    '[FEED-12] sections with dashes and underscores as spaces',
    'section=Lower-Tier_6&section=Block+26',
    { 'section_name[]': ['Lower Tier 6', 'Block 26'] },
  ],
  ['[FEED-13] the team’s own listings', 'mine=1', { my_listings: ['my_listings'] }],
  ['[FEED-14] the currency', 'currency=EUR', { target_currency: ['EUR'] }],
  ['[FEED-06] [FEED-07] the order', 'order=row&sort=desc', { order_by: ['row'], sort_order: ['desc'] }],
] as const)('the URL parameters of %s are sent to the API', async (_what, search, sent) => {
  await openEventPage(`?${search}`)
  for (const [name, values] of Object.entries(sent))
    expect(lastListQuery(requests).getAll(name)).toEqual(values)
})

test('invalid filter values in the URL are ignored', async () => {
  await openEventPage(
    '?quantity=9&min=cheap&max=-1&category=all&category=0&type=pigeon&seller=lst_1&in_hand=yes&currency=euro&order=luck&section=',
  )
  expect(Object.fromEntries(lastListQuery(requests))).toMatchObject({
    min_quantity: '1',
    order_by: 'price',
    target_currency: 'GBP',
  })
  for (const name of ['proceed_price_min', 'category_name[]', 'ticket_types[]', 'section_name[]']) {
    expect(lastListQuery(requests).has(name)).toBe(false)
  }
  expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull()
})

test('a price range with minimum above maximum is ignored', async () => {
  await openEventPage('?min=200&max=100')
  expect(lastListQuery(requests).has('proceed_price_min')).toBe(false)
})

test('the first page carries plan and histogram data for the whole event', async () => {
  const page = Array.from({ length: 100 }, (_, place) => wireListing({ id: `lst_p${place}` }))
  requests = mockRoute(listingsRoutes.feed, () => wireFeed(page, { facets, total: 5000, last_page: 50 }))
  await renderRoute(eventPath)
  expect(
    await screen.findByRole('button', { name: /^Block 26, Lower tier: 1 listing, all-in from £252.00/ }),
  ).toBeTruthy()
  expect(screen.queryByRole('row', { name: /^Block 26/ })).toBeNull()
  expect(requests.filter(({ query }) => query.get('per_page') === '1')).toEqual([])
})

test('the old list stays visible and dimmed until the new one arrives', async () => {
  let release = () => {}
  requests = mockRoute(listingsRoutes.feed, async ({ query }) => {
    if (!query.has('ticket_in_hand')) return wireFeed([cheap, expensive], { facets })
    await new Promise<void>((resolve) => {
      release = resolve
    })
    return wireFeed([expensive], { facets })
  })
  await openEventPage()
  await userEvent.click(screen.getByRole('button', { name: /^In hand/ }))
  const grid = screen.getByRole('grid', { name: 'Listings' })
  await waitFor(() => expect(grid.getAttribute('aria-busy')).toBe('true'))
  expect(await findRow('Block 25')).toBeTruthy()
  release()
  await waitFor(() => expect(grid.getAttribute('aria-busy')).toBe('false'))
  expect(screen.queryByRole('row', { name: /^Block 25/ })).toBeNull()
})

test('[ERROR-12] a failed filtered feed is logged and offers to clear the filters', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  requests = mockRoute(listingsRoutes.feed, ({ query }) =>
    query.has('category_name[]')
      ? errorReply(422, 'category_name[]: is unknown')
      : wireFeed([cheap], { facets }),
  )
  await renderRoute(`${eventPath}?category=77`)
  expect(await screen.findByText('Couldn’t load listings')).toBeTruthy()
  expect(logged).toHaveBeenCalledWith('Failed to load listings:', expect.any(ApiError))
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await findRow('Block 25')).toBeTruthy()
})

test('browser back restores filters, list and scroll position without requests', async () => {
  const scrolled = vi.spyOn(window, 'scrollTo')
  mockRoute(homeRoutes.home, () => errorReply(500, 'Out of order'))
  mockRoute(catalogueRoutes.hotEvents, () => ({ data: [] }))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const router = await openEventPage('?quantity=2&section=Block+25')
  vi.stubGlobal('scrollY', 1200)
  document.dispatchEvent(new Event('scroll'))
  const before = requests.length
  await act(() => router.navigate({ to: '/' }))
  await waitFor(() => expect(scrolled).toHaveBeenLastCalledWith(0, 0))
  act(() => router.history.back())
  expect(await findRow('Block 25')).toBeTruthy()
  expect(router.state.location.href).toBe(`${eventPath}?quantity=2&section=Block+25`)
  await waitFor(() => expect(scrolled).toHaveBeenLastCalledWith(0, 1200))
  expect(requests).toHaveLength(before)
})
