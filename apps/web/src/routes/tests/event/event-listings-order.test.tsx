import { listingsRoutes, type WireListing } from '@terrace/contracts/listings'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeChannel } from '#web/test/fakes/fake-realtime.ts'
import { gbp } from '#web/test/factories.ts'
import { wireFacets } from '#web/test/feed-facets.ts'
import { errorReply, mockRoute, type ApiRequest } from '#web/test/mock-api.ts'
import { eventPath, findRow, mockEventPage } from '#web/test/mock-event-page.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { wireFeed, wireListing } from '#web/test/stock-factories.ts'

/** The server’s listings. */
let stock: WireListing[] = []
let requests: ApiRequest[] = []

const listing = (number: number, price: string) =>
  wireListing({ id: `lst_${number}`, section: `Block ${number}`, ...prices(price) })
const prices = (price: string) => ({ proceed_price: gbp(price), all_in_price: gbp(price) })

beforeEach(() => {
  mockEventPage()
  stock = [listing(1, '100.00'), listing(2, '110.00'), listing(3, '120.00')]
  requests = mockRoute(listingsRoutes.feed, feed)
})

function feed({ query }: ApiRequest) {
  const ids = query.getAll('listing_id[]')
  const size = Number(query.get('per_page') ?? 100)
  const page = Number(query.get('page') ?? 1)
  const found = stock
    .filter(({ id, available }) => (ids.length > 0 ? ids.includes(id) : available > 0))
    .toSorted((left, right) => Number(left.proceed_price.amount) - Number(right.proceed_price.amount))
  return wireFeed(found.slice((page - 1) * size, page * size), {
    facets: wireFacets(found),
    total: found.length,
    page,
    last_page: Math.ceil(found.length / size),
    version: String(stock.reduce((sum, { version }) => sum + version, 0)),
  })
}

function change(number: number, changes: Partial<WireListing>): void {
  stock = stock.map((each) =>
    each.id === `lst_${number}` ? { ...each, ...changes, version: each.version + 1 } : each,
  )
}

/** More listings changed than one message names. */
function receiveManyChanges(): void {
  act(() =>
    fakeChannel('private-event-17').onEvent('event-changed', { event_changed: false, listings: null }),
  )
}

function reconnect(): void {
  act(() => {
    for (const isLive of [true, false, true]) fakeChannel('private-event-17').onLive?.(isLive)
  })
}

const shown = () =>
  [...document.querySelectorAll('[data-listing]')].map((each) => each.getAttribute('data-listing'))

test.each([
  ['more changes than one message names', async () => receiveManyChanges()],
  ['a reconnect', async () => reconnect()],
  ['30 seconds without a message', async () => void (await vi.advanceTimersByTimeAsync(31_000))],
])('after %s the rows stay where they are until the user sorts again', async (_what, trigger) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await renderRoute(eventPath)
  await findRow('Block 1,')
  change(3, prices('90.00'))
  await act(async () => {
    await trigger()
  })
  expect(await screen.findByText('1 cheaper listing.')).toBeTruthy()
  expect(shown()).toEqual(['lst_1', 'lst_2', 'lst_3'])
  expect((await findRow('Block 3,')).textContent).toContain('£90.00')
  await user.click(screen.getByRole('button', { name: 'Re-sort' }))
  await waitFor(() => expect(shown()).toEqual(['lst_3', 'lst_1', 'lst_2']))
  await waitFor(() => expect(screen.queryByText('1 cheaper listing.')).toBeNull())
})

test('returning to the window moves no row', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await renderRoute(eventPath)
  await findRow('Block 1,')
  await act(() => vi.advanceTimersByTimeAsync(16_000))
  change(3, prices('90.00'))
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  expect(await screen.findByText('1 cheaper listing.')).toBeTruthy()
  expect(shown()).toEqual(['lst_1', 'lst_2', 'lst_3'])
})

test('many changes add new rows at their places, and mark those that are gone', async () => {
  await renderRoute(eventPath)
  await findRow('Block 1,')
  change(1, { available: 0, splits: [] })
  stock.push(listing(4, '115.00'))
  receiveManyChanges()
  expect((await findRow('Block 4,')).textContent).toContain('New')
  expect(shown()).toEqual(['lst_1', 'lst_2', 'lst_4', 'lst_3'])
  expect((await findRow('Block 1,')).textContent).toContain('unavailable')
})

test('a row that belongs far below now keeps its place and shows its price', async () => {
  // Only the first page is loaded.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(132)
  stock = Array.from({ length: 150 }, (_, index) => listing(index, `${100 + index}.00`))
  await renderRoute(eventPath)
  await findRow('Block 0,')
  change(0, prices('900.00'))
  receiveManyChanges()
  await waitFor(async () => expect((await findRow('Block 0,')).textContent).toContain('£900.00'))
  expect(shown().slice(0, 2)).toEqual(['lst_0', 'lst_1'])
  expect(screen.getByText('1 listing moved.')).toBeTruthy()
  expect(requests.some(({ query }) => query.get('listing_id[]') === 'lst_0')).toBe(true)
})

test('a refresh that failed can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await renderRoute(eventPath)
  await findRow('Block 1,')
  change(3, prices('90.00'))
  mockRoute(listingsRoutes.feed, () => errorReply(500, 'Out of order'))
  receiveManyChanges()
  expect(await screen.findByText(/^Couldn’t refresh listings/)).toBeTruthy()
  mockRoute(listingsRoutes.feed, feed)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('1 cheaper listing.')).toBeTruthy()
  expect(shown()).toEqual(['lst_1', 'lst_2', 'lst_3'])
  expect(screen.queryByText(/^Couldn’t refresh listings/)).toBeNull()
})

test('a list that was left out of order is in order when it is shown again', async () => {
  const router = await renderRoute(eventPath)
  await findRow('Block 1,')
  change(3, prices('90.00'))
  receiveManyChanges()
  expect(await screen.findByText('1 cheaper listing.')).toBeTruthy()
  const params = { name: 'arsenal-v-chelsea', id: 17 }
  await act(() => router.navigate({ to: '/tickets/$name/$id', params, search: { min: '50' } }))
  await waitFor(() => expect(shown()).toEqual(['lst_3', 'lst_1', 'lst_2']))
  await act(() => router.navigate({ to: '/tickets/$name/$id', params }))
  await waitFor(() => expect(shown()).toEqual(['lst_3', 'lst_1', 'lst_2']))
})

test('a change that does not name its listings reloads the list once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await renderRoute(eventPath)
  await findRow('Block 1,')
  await act(() => vi.advanceTimersByTimeAsync(2000))
  const lists = () =>
    requests.filter(({ query }) => query.get('per_page') === '100' && !query.has('listing_id[]'))
  const { promise: list, resolve: sendList } = Promise.withResolvers<void>()
  mockRoute(listingsRoutes.feed, async (request) => {
    requests.push(request)
    if (request.query.get('per_page') === '100') await list
    return feed(request)
  })
  change(3, prices('90.00'))
  receiveManyChanges()
  // The totals arrive before the list.
  await act(() => vi.advanceTimersByTimeAsync(2000))
  sendList()
  expect(await screen.findByText('1 cheaper listing.')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(3000))
  expect(lists()).toHaveLength(2)
})

test('a failed refresh of one list is not reported for another', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const router = await renderRoute(eventPath)
  await findRow('Block 1,')
  mockRoute(listingsRoutes.feed, () => errorReply(500, 'Out of order'))
  receiveManyChanges()
  expect(await screen.findByText(/^Couldn’t refresh listings/)).toBeTruthy()
  mockRoute(listingsRoutes.feed, feed)
  const params = { name: 'arsenal-v-chelsea', id: 17 }
  await act(() => router.navigate({ to: '/tickets/$name/$id', params, search: { min: '50' } }))
  await waitFor(() => expect(screen.queryByText(/^Couldn’t refresh listings/)).toBeNull())
})

function sellFirst(): void {
  change(0, { available: 0, splits: [] })
  act(() =>
    fakeChannel('private-event-17').onEvent('event-changed', {
      event_changed: false,
      listings: [{ id: 'lst_0', version: 2 }],
    }),
  )
}

test('a page that loads while a row is removed omits no listing', async () => {
  stock = Array.from({ length: 150 }, (_, index) => listing(index, `${100 + index}.00`))
  const { promise: next, resolve: sendNext } = Promise.withResolvers<void>()
  mockRoute(listingsRoutes.feed, async (request) => {
    requests.push(request)
    if (request.query.get('page') === '2') await next
    return feed(request)
  })
  await renderRoute(eventPath)
  await findRow('Block 0,')
  await waitFor(() => expect(requests.some(({ query }) => query.get('page') === '2')).toBe(true))
  sellFirst()
  sendNext()
  await waitFor(() => expect(shown()).toContain('lst_100'))
})

test('a page that loads after a row was removed omits no listing', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  stock = Array.from({ length: 150 }, (_, index) => listing(index, `${100 + index}.00`))
  let isUp = false
  mockRoute(listingsRoutes.feed, (request) =>
    request.query.get('page') === '2' && !isUp ? errorReply(500, 'Out of order') : feed(request),
  )
  await renderRoute(eventPath)
  expect(await screen.findByText(/^Couldn’t load more listings/)).toBeTruthy()
  // The list loads more by itself once it is current again.
  isUp = true
  sellFirst()
  await waitFor(() => expect(shown()).toContain('lst_100'))
})
