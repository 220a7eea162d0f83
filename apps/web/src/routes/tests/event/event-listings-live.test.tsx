import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { holdsRoutes } from '@terrace/contracts/holds'
import { listingsRoutes, type WireListing } from '@terrace/contracts/listings'
import type { EventUpdate } from '@terrace/contracts/realtime'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { toggleSelected } from '#web/features/holds/basket/selection.ts'
import { mockRoute, errorReply, server, type ApiRequest } from '#web/test/mock-api.ts'
import { fakeChannel } from '#web/test/fakes/fake-realtime.ts'
import { gbp, wireEvent } from '#web/test/factories.ts'
import { wireFacets } from '#web/test/feed-facets.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { selectedLine } from '#web/test/selection-factory.ts'
import { wireBasket, wireFeed, wireHold, wireListing, wirePlan } from '#web/test/stock-factories.ts'

const address = '/tickets/arsenal-v-chelsea/17'
const cheap = wireListing()
const expensive = wireListing({ id: 'lst_2', section: 'Block 26', proceed_price: gbp('140.00') })
const teams = [{ id: 5, name: 'Arsenal', slug: 'arsenal', role: 'home' as const }]

/** The server’s listings, which the mocked feed returns. */
let stock: WireListing[] = []
let held: { listing_id: string; hold_id: string; quantity: number; expires_at: string }[] = []
let requests: ApiRequest[] = []

beforeEach(() => {
  stock = [cheap, expensive]
  held = []
  mockShell()
  mockRoute(catalogueRoutes.event, () => ({ data: wireEvent({ performers: teams }) }))
  mockRoute(catalogueRoutes.seatingPlan, () => ({ data: wirePlan() }))
  requests = mockRoute(listingsRoutes.feed, feed)
})

function feed({ query }: ApiRequest) {
  const ids = query.getAll('listing_id[]')
  const highest = Number(query.get('proceed_price_max') ?? Number.POSITIVE_INFINITY)
  const found = stock
    .filter(({ id, available }) => (ids.length > 0 ? ids.includes(id) : available > 0))
    .filter(({ proceed_price: price }) => Number(price.amount) <= highest)
    .toSorted((left, right) => Number(left.proceed_price.amount) - Number(right.proceed_price.amount))
  return wireFeed(found, {
    facets: wireFacets(found),
    mine: { tracked: [], held },
    version: String(stock.reduce((sum, { version }) => sum + version, 0)),
  })
}

const row = (section: string) => screen.findByRole('row', { name: new RegExp(`^${section}`) })
/** Waits until the row is highlighted, which lasts two seconds. */
const highlighted = (id: string) =>
  waitFor(() =>
    expect(document.querySelector(`[data-listing="${id}"]`)?.className).toContain('animate-flash'),
  )
const sections = () =>
  [...document.querySelectorAll('[data-listing]')].map((each) => each.getAttribute('data-listing'))
const byId = () => requests.map(({ query }) => query.getAll('listing_id[]')).filter((ids) => ids.length > 0)
const allPages = () =>
  requests.filter(({ query }) => query.get('per_page') === '100' && !query.has('listing_id[]'))

/** Changes the listing on the server and returns the message for the event’s channel. */
function change(id: string, changes: Partial<WireListing>): EventUpdate['listings'] {
  stock = stock.map((each) => (each.id === id ? { ...each, ...changes, version: each.version + 1 } : each))
  return stock.filter((each) => each.id === id).map(({ version }) => ({ id, version }))
}

function receiveUpdate(listings: EventUpdate['listings'], isEventChanged = false): void {
  act(() =>
    fakeChannel('private-event-17').onEvent('event-changed', { event_changed: isEventChanged, listings }),
  )
}

/** Returns a function that checks whether the text has appeared since the call. */
function watchText(text: string): () => boolean {
  let isSeen = false
  const observer = new MutationObserver(() => {
    isSeen ||= document.body.textContent.includes(text)
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  return () => isSeen
}

async function open(search = '') {
  const router = await renderRoute(address + search)
  await row('Block 25')
  return router
}

test('[X-LIST-08] a price change appears without a reload and is highlighted for two seconds', async () => {
  await open()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  receiveUpdate(change('lst_1', { proceed_price: gbp('99.00'), all_in_price: gbp('103.95') }))
  await waitFor(async () => expect((await row('Block 25')).textContent).toContain('£103.95'))
  const shown = await row('Block 25')
  expect(shown.textContent).toContain('was £124.43')
  expect(shown.className).toContain('animate-flash')
  // Real time also passes, and more of it on a busy machine.
  await act(() => vi.advanceTimersByTimeAsync(1500))
  expect((await row('Block 25')).className).toContain('animate-flash')
  await act(() => vi.advanceTimersByTimeAsync(600))
  expect((await row('Block 25')).className).not.toContain('animate-flash')
  expect((await row('Block 25')).textContent).not.toContain('was £124.43')
})

test('[X-LIST-08] a quantity change appears without a reload', async () => {
  await open()
  receiveUpdate(change('lst_2', { available: 2, splits: [1, 2] }))
  await highlighted('lst_2')
  const radios = async () => within(await row('Block 26')).getAllByRole('radio')
  await waitFor(async () => expect(await radios()).toHaveLength(2))
  const left = `${cheap.available + 2} tickets in 2 listings, all-in from £124.43`
  await waitFor(() => expect(screen.getByText(/tickets in/).textContent).toBe(left), { timeout: 10_000 })
  expect((await row('Block 25')).className).not.toContain('animate-flash')
})

test('[API-22] an update requests only changed ids with teams, currency and totals, and no page', async () => {
  await open()
  receiveUpdate(change('lst_1', { proceed_price: gbp('99.00') }))
  await waitFor(() => expect(byId()).toEqual([['lst_1']]))
  const query = requests.find((each) => each.query.has('listing_id[]'))?.query
  expect([...(query ?? [])]).toEqual([
    ['team_id[]', '5'],
    ['listing_id[]', 'lst_1'],
    ['target_currency', 'GBP'],
    ['per_page', '100'],
  ])
  await waitFor(() => expect(screen.getByText(/tickets in/).textContent).toContain('all-in from £103.95'))
  expect(allPages()).toHaveLength(1)
})

test('an update with known versions sends no request', async () => {
  await open()
  receiveUpdate([{ id: 'lst_1', version: cheap.version }])
  await waitFor(() => expect(requests.at(-1)?.query.get('per_page')).toBe('1'))
  expect(byId()).toEqual([])
})

test('a new listing appears at its place in the order, highlighted', async () => {
  await open()
  stock.push(wireListing({ id: 'lst_3', section: 'Block 30', proceed_price: gbp('130.00') }))
  receiveUpdate([{ id: 'lst_3', version: 1 }])
  await highlighted('lst_3')
  expect((await row('Block 30')).textContent).toContain('New')
  expect(sections()).toEqual(['lst_1', 'lst_3', 'lst_2'])
  await waitFor(() => expect(screen.getByText(/tickets in/).textContent).toContain('in 3 listings'))
})

test('a new listing that does not match the filters is not shown', async () => {
  await open('?max=150')
  stock.push(
    wireListing({ id: 'lst_3', section: 'Block 30', proceed_price: gbp('400.00') }),
    wireListing({ id: 'lst_4', section: 'Block 31', proceed_price: gbp('100.00') }),
  )
  receiveUpdate([
    { id: 'lst_3', version: 1 },
    { id: 'lst_4', version: 1 },
  ])
  expect(await row('Block 31')).toBeTruthy()
  expect(sections()).toEqual(['lst_4', 'lst_1', 'lst_2'])
})

test('removing the first visible row does not move the rows below', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(132)
  stock = Array.from({ length: 80 }, (_, place) =>
    wireListing({ id: `lst_s${place}`, section: `Stand ${place}`, proceed_price: gbp(`${100 + place}.00`) }),
  )
  await renderRoute(address)
  await row('Stand 0,')
  vi.stubGlobal('scrollY', 1320)
  act(() => void window.dispatchEvent(new Event('scroll')))
  await row('Stand 14,')
  const moved = vi.spyOn(window, 'scrollBy').mockImplementation(() => undefined)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  receiveUpdate(change('lst_s10', { available: 0, splits: [] }))
  await waitFor(async () => expect((await row('Stand 10,')).textContent).toContain('unavailable'))
  expect(moved).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(screen.queryByRole('row', { name: /^Stand 10,/ })).toBeNull()
  expect(moved.mock.calls).toEqual([[0, -132]])
})

test('a sold row is marked, links to the nearest listing and disappears once out of focus', async () => {
  stock.push(
    wireListing({
      id: 'lst_9',
      section: 'Block 40',
      category: { id: 8, name: 'Upper tier' },
      proceed_price: gbp('119.00'),
    }),
  )
  await open()
  const shown = await row('Block 25')
  act(() => shown.focus())
  vi.useFakeTimers({ shouldAdvanceTime: true })
  receiveUpdate(change('lst_1', { available: 0, splits: [] }))
  const nearest = await screen.findByRole('button', { name: 'Nearest to Block 25' })
  expect(document.activeElement).toBe(shown)
  expect(screen.getByText('Block 25 is no longer available')).toBeTruthy()
  expect(within(shown).queryByRole('radio')).toBeNull()
  // The row stays while it is in use.
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(shown.isConnected).toBe(true)
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(nearest)
  // The nearest listing is of the same category, although another one is closer in price.
  await waitFor(async () => expect(document.activeElement).toBe(await row('Block 26')))
  await act(() => vi.advanceTimersByTimeAsync(5000))
  await waitFor(() => expect(screen.queryByRole('row', { name: /^Block 25/ })).toBeNull())
})

test('a withdrawn listing disappears too', async () => {
  await open()
  stock = [expensive]
  receiveUpdate([{ id: 'lst_1', version: 2 }])
  expect(await screen.findByRole('button', { name: 'Nearest to Block 25' })).toBeTruthy()
})

test('[X-HOLD-11] a listing held entirely by the team shows as yours, even after a reload', async () => {
  held = [{ listing_id: 'lst_1', hold_id: 'hld_1', quantity: 4, expires_at: '2031-01-01T00:00:00.000Z' }]
  stock = [{ ...cheap, available: 0, splits: [] }, expensive]
  mockRoute(holdsRoutes.list, () => wireBasket(wireHold({ quantity: 4 })))
  await open()
  const shown = await row('Block 25')
  expect(shown.textContent).toContain('4')
  expect(within(shown).queryByRole('button', { name: /^Nearest/ })).toBeNull()
  expect(within(shown).getByRole('button', { name: /^Release/ })).toBeTruthy()
  expect(sections()).toEqual(['lst_1', 'lst_2'])
})

test('[X-HOLD-11] a listing held entirely from the basket bar turns into yours without looking sold', async () => {
  toggleSelected(selectedLine({ listing_id: 'lst_1', quantity: 4 }))
  mockRoute(holdsRoutes.place, () => {
    change('lst_1', { available: 0, splits: [] })
    held = [{ listing_id: 'lst_1', hold_id: 'hld_1', quantity: 4, expires_at: '2031-01-01T00:00:00.000Z' }]
    const { state: _state, event: _event, listing: _listing, ...line } = wireHold({ quantity: 4 })
    return { data: [line] }
  })
  await open()
  const seen = watchText('unavailable')
  const bar = await screen.findByRole('region', { name: 'Basket' })
  await userEvent.click(within(bar).getByRole('button', { name: 'Hold 4 tickets' }))
  await waitFor(async () => expect((await row('Block 25')).textContent).toContain('Yours · 4 held'))
  expect(sections()).toEqual(['lst_1', 'lst_2'])
  expect(seen()).toBe(false)
})

test('[X-HOLD-11] a listing held entirely by a colleague turns into yours without looking sold', async () => {
  await open()
  const seen = watchText('unavailable')
  held = [{ listing_id: 'lst_1', hold_id: 'hld_1', quantity: 4, expires_at: '2031-01-01T00:00:00.000Z' }]
  receiveUpdate(change('lst_1', { available: 0, splits: [] }))
  await waitFor(async () => expect((await row('Block 25')).textContent).toContain('Yours · 4 held'))
  expect(seen()).toBe(false)
})

test('held listings stay visible while another one is held', async () => {
  const ownHold = { expires_at: '2031-01-01T00:00:00.000Z', quantity: 4 }
  const third = wireListing({ id: 'lst_3', section: 'Block 30', proceed_price: gbp('150.00') })
  held = [{ listing_id: 'lst_1', hold_id: 'hld_1', ...ownHold }]
  stock = [{ ...cheap, available: 0, splits: [] }, expensive, third]
  await open()
  let respond = () => {}
  requests = mockRoute(listingsRoutes.feed, async (request) => {
    if (request.query.getAll('listing_id[]').length === 2) {
      await new Promise<void>((resolve) => {
        respond = resolve
      })
    }
    return feed(request)
  })
  held.push({ listing_id: 'lst_2', hold_id: 'hld_2', ...ownHold })
  receiveUpdate(change('lst_2', { available: 0, splits: [] }))
  await waitFor(() => expect(byId()).toContainEqual(['lst_1', 'lst_2']))
  expect(sections()).toEqual(['lst_1', 'lst_2', 'lst_3'])
  respond()
})

test('listings held entirely by the team stay in the order of the list', async () => {
  const ownHold = { expires_at: '2031-01-01T00:00:00.000Z', quantity: 4 }
  const third = wireListing({ id: 'lst_3', section: 'Block 30', proceed_price: gbp('150.00') })
  held = ['lst_1', 'lst_2'].map((id, index) => ({ listing_id: id, hold_id: `hld_${index}`, ...ownHold }))
  stock = [{ ...cheap, available: 0, splits: [] }, { ...expensive, available: 0, splits: [] }, third]
  await open()
  await waitFor(() => expect(sections()).toEqual(['lst_1', 'lst_2', 'lst_3']))
})

test('holding tickets refetches only that listing and the totals', async () => {
  mockRoute(holdsRoutes.place, () => {
    change('lst_1', { available: 2, splits: [1, 2] })
    held = [{ listing_id: 'lst_1', hold_id: 'hld_1', quantity: 2, expires_at: '2031-01-01T00:00:00.000Z' }]
    const { state: _state, event: _event, listing: _listing, ...line } = wireHold()
    return { data: [line] }
  })
  await open()
  await userEvent.click(within(await row('Block 25')).getByRole('button', { name: /^Hold 2 tickets/ }))
  await waitFor(async () => expect(within(await row('Block 25')).getAllByRole('radio')).toHaveLength(2))
  await waitFor(async () => expect((await row('Block 25')).textContent).toContain('2 held'))
  expect(byId()[0]).toEqual(['lst_1'])
  expect(allPages()).toHaveLength(1)
})

test('after a reconnect the loaded list is requested again', async () => {
  await open()
  const { onLive } = fakeChannel('private-event-17')
  act(() => onLive?.(true))
  change('lst_1', { proceed_price: gbp('99.00') })
  act(() => onLive?.(false))
  act(() => onLive?.(true))
  await waitFor(async () => expect((await row('Block 25')).textContent).toContain('£99.00'))
})

test('changes between the list response and the subscription appear after subscribing', async () => {
  await open()
  change('lst_1', { proceed_price: gbp('99.00') })
  act(() => fakeChannel('private-event-17').onLive?.(true))
  await waitFor(async () => expect((await row('Block 25')).textContent).toContain('£99.00'))
})

test('without changes before the subscription no page is requested again', async () => {
  await open()
  const before = requests.length
  act(() => fakeChannel('private-event-17').onLive?.(true))
  await waitFor(() => expect(requests.length).toBeGreaterThan(before))
  expect(allPages()).toHaveLength(1)
})

test('an update without listing names requests the list again', async () => {
  await open()
  change('lst_1', { proceed_price: gbp('99.00') })
  receiveUpdate(null)
  await waitFor(async () => expect((await row('Block 25')).textContent).toContain('£99.00'))
})

test('an event cancelled while the page is open stops selling', async () => {
  await open()
  mockRoute(catalogueRoutes.event, () => ({ data: wireEvent({ status: 'cancelled' }) }))
  receiveUpdate([], true)
  expect(await screen.findByText('This event is cancelled')).toBeTruthy()
  expect(screen.queryByRole('grid')).toBeNull()
})

test('a postponed event has no tickets for sale', async () => {
  mockRoute(catalogueRoutes.event, () => ({ data: wireEvent({ status: 'postponed' }) }))
  await renderRoute(address)
  expect(await screen.findByText('This event is postponed')).toBeTruthy()
  expect(requests).toEqual([])
})

test('[ERROR-12] a failed update is logged and keeps the list when it can’t be refreshed', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await open()
  requests = mockRoute(listingsRoutes.feed, (request) =>
    request.query.get('per_page') === '1' ? feed(request) : errorReply(500, 'Out of order'),
  )
  receiveUpdate(change('lst_1', { proceed_price: gbp('99.00') }))
  await waitFor(() => expect(logged).toHaveBeenCalledWith('Failed to load listings:', expect.anything()))
  expect(await screen.findByText(/^Couldn’t refresh listings/)).toBeTruthy()
  expect((await row('Block 25')).textContent).toContain('£118.50')
})

test('[ERROR-12] an update lost in transit is logged and the list is requested again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await open()
  server.use(
    http.get('*/tickets/feed', ({ request }) =>
      new URL(request.url).searchParams.has('listing_id[]') ? HttpResponse.error() : undefined,
    ),
  )
  receiveUpdate(change('lst_1', { proceed_price: gbp('99.00') }))
  await waitFor(async () => expect((await row('Block 25')).textContent).toContain('£99.00'))
  expect(logged).toHaveBeenCalledWith(
    'Failed to load listings:',
    expect.objectContaining({ name: 'TypeError' }),
  )
})

test('a listing older than the announced version is requested again', async () => {
  await open()
  receiveUpdate([{ id: 'lst_1', version: 2 }])
  await waitFor(() => expect(byId()).toEqual([['lst_1']]))
  change('lst_1', { proceed_price: gbp('99.00') })
  await waitFor(async () => expect((await row('Block 25')).textContent).toContain('£99.00'))
  expect(byId()).toEqual([['lst_1'], ['lst_1']])
})

test('without realtime messages a change appears within 30 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await open()
  change('lst_1', { proceed_price: gbp('99.00') })
  await act(() => vi.advanceTimersByTimeAsync(31_000))
  await waitFor(async () => expect((await row('Block 25')).textContent).toContain('£99.00'))
})
