import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { holdsRoutes } from '@terrace/contracts/holds'
import { listingsRoutes, type WireListing } from '@terrace/contracts/listings'
import type { EventNews } from '@terrace/contracts/realtime'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { toggleSelected } from '#web/features/holds/selection.ts'
import { answer, fail, server, type ApiRequest } from '#web/test/api-server.ts'
import { playRealtime } from '#web/test/fake-realtime.ts'
import { gbp, wireEvent } from '#web/test/factories.ts'
import { wireFacets } from '#web/test/feed-facets.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'
import { selectedLine } from '#web/test/selection-factory.ts'
import { wireBasket, wireFeed, wireHold, wireListing, wirePlan } from '#web/test/stock-factories.ts'

const address = '/tickets/arsenal-v-chelsea/17'
const cheap = wireListing()
const dear = wireListing({ id: 'lst_2', section: 'Block 26', proceed_price: gbp('140.00') })
const teams = [{ id: 5, name: 'Arsenal', slug: 'arsenal', role: 'home' as const }]

/** What the server has; the feed answers from it as the real one does. */
let stock: WireListing[] = []
let held: { listing_id: string; hold_id: string; quantity: number; expires_at: string }[] = []
let asked: ApiRequest[] = []

beforeEach(() => {
  stock = [cheap, dear]
  held = []
  answerShell()
  answer(catalogueRoutes.event, () => ({ data: wireEvent({ performers: teams }) }))
  answer(catalogueRoutes.seatingPlan, () => ({ data: wirePlan() }))
  asked = answer(listingsRoutes.feed, feed)
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
const sections = () =>
  [...document.querySelectorAll('[data-listing]')].map((each) => each.getAttribute('data-listing'))
const byId = () => asked.map(({ query }) => query.getAll('listing_id[]')).filter((ids) => ids.length > 0)
const wholePages = () =>
  asked.filter(({ query }) => query.get('per_page') === '100' && !query.has('listing_id[]'))

/** The listing as it is from now on; the server's word of it goes to the event's channel. */
function change(id: string, changes: Partial<WireListing>): EventNews['listings'] {
  stock = stock.map((each) => (each.id === id ? { ...each, ...changes, version: each.version + 1 } : each))
  return stock.filter((each) => each.id === id).map(({ version }) => ({ id, version }))
}

function hear(listings: EventNews['listings'], isEventChanged = false): void {
  act(() =>
    playRealtime('private-event-17').onEvent('event-changed', { event_changed: isEventChanged, listings }),
  )
}

/** Whether a text was on the page at any time from now on. */
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

test('[X-LIST-08] a changed price reaches the open page without a reload, and is marked for two seconds', async () => {
  await open()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  hear(change('lst_1', { proceed_price: gbp('99.00') }))
  await waitFor(async () => expect((await row('Block 25')).textContent).toContain('£99.00'))
  const shown = await row('Block 25')
  expect(shown.textContent).toContain('was £118.50')
  expect(shown.className).toContain('animate-flash')
  // Beside what passes here the real time passes, which on a busy machine is more.
  await act(() => vi.advanceTimersByTimeAsync(1500))
  expect((await row('Block 25')).className).toContain('animate-flash')
  await act(() => vi.advanceTimersByTimeAsync(600))
  expect((await row('Block 25')).className).not.toContain('animate-flash')
  expect((await row('Block 25')).textContent).not.toContain('was £118.50')
})

test('[X-LIST-08] so does a changed quantity', async () => {
  await open()
  hear(change('lst_2', { available: 2, splits: [1, 2] }))
  const radios = async () => within(await row('Block 26')).getAllByRole('radio')
  await waitFor(async () => expect(await radios()).toHaveLength(2))
  expect((await row('Block 26')).className).toContain('animate-flash')
  const left = `${cheap.available + 2} tickets in 2 listings, from £118.50`
  await waitFor(() => expect(screen.getByText(/tickets in/).textContent).toBe(left), { timeout: 10_000 })
  expect((await row('Block 25')).className).not.toContain('animate-flash')
})

test('[API-22] only what changed is fetched: by its id, the teams and the currency, and the totals; no page again', async () => {
  await open()
  hear(change('lst_1', { proceed_price: gbp('99.00') }))
  await waitFor(() => expect(byId()).toEqual([['lst_1']]))
  const query = asked.find((each) => each.query.has('listing_id[]'))?.query
  expect([...(query ?? [])]).toEqual([
    ['team_id[]', '5'],
    ['listing_id[]', 'lst_1'],
    ['target_currency', 'GBP'],
    ['per_page', '100'],
  ])
  await waitFor(() => expect(screen.getByText(/tickets in/).textContent).toContain('from £99.00'))
  expect(wholePages()).toHaveLength(1)
})

test('news of what is known already asks for nothing', async () => {
  await open()
  hear([{ id: 'lst_1', version: cheap.version }])
  await waitFor(() => expect(asked.at(-1)?.query.get('per_page')).toBe('1'))
  expect(byId()).toEqual([])
})

test('a new listing comes to its place in the order, marked', async () => {
  await open()
  stock.push(wireListing({ id: 'lst_3', section: 'Block 30', proceed_price: gbp('130.00') }))
  hear([{ id: 'lst_3', version: 1 }])
  expect((await row('Block 30')).className).toContain('animate-flash')
  expect((await row('Block 30')).textContent).toContain('New')
  expect(sections()).toEqual(['lst_1', 'lst_3', 'lst_2'])
  await waitFor(() => expect(screen.getByText(/tickets in/).textContent).toContain('in 3 listings'))
})

test('a new listing that the filter leaves out does not come', async () => {
  await open('?max=150')
  stock.push(
    wireListing({ id: 'lst_3', section: 'Block 30', proceed_price: gbp('400.00') }),
    wireListing({ id: 'lst_4', section: 'Block 31', proceed_price: gbp('100.00') }),
  )
  hear([
    { id: 'lst_3', version: 1 },
    { id: 'lst_4', version: 1 },
  ])
  expect(await row('Block 31')).toBeTruthy()
  expect(sections()).toEqual(['lst_4', 'lst_1', 'lst_2'])
})

test('the first row in sight that goes leaves the next ones where they stand', async () => {
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
  hear(change('lst_s10', { available: 0, splits: [] }))
  await waitFor(async () => expect((await row('Stand 10,')).textContent).toContain('just gone'))
  expect(moved).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(screen.queryByRole('row', { name: /^Stand 10,/ })).toBeNull()
  expect(moved.mock.calls).toEqual([[0, -132]])
})

test('a row that is sold says so where it stands, leads to the nearest, and fades once nobody looks', async () => {
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
  hear(change('lst_1', { available: 0, splits: [] }))
  const nearest = await screen.findByRole('button', { name: 'Nearest to Block 25' })
  expect(document.activeElement).toBe(shown)
  expect(screen.getByText('Block 25 has just gone')).toBeTruthy()
  expect(within(shown).queryByRole('radio')).toBeNull()
  // As long as somebody looks at it.
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(shown.isConnected).toBe(true)
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(nearest)
  // Of its own category, though one of another is nearer in price.
  await waitFor(async () => expect(document.activeElement).toBe(await row('Block 26')))
  await act(() => vi.advanceTimersByTimeAsync(5000))
  await waitFor(() => expect(screen.queryByRole('row', { name: /^Block 25/ })).toBeNull())
})

test('a listing that is withdrawn goes as well', async () => {
  await open()
  stock = [dear]
  hear([{ id: 'lst_1', version: 2 }])
  expect(await screen.findByRole('button', { name: 'Nearest to Block 25' })).toBeTruthy()
})

test('[X-HOLD-11] what the team holds all of is theirs, not gone, also after a reload', async () => {
  held = [{ listing_id: 'lst_1', hold_id: 'hld_1', quantity: 4, expires_at: '2031-01-01T00:00:00.000Z' }]
  stock = [{ ...cheap, available: 0, splits: [] }, dear]
  answer(holdsRoutes.list, () => wireBasket(wireHold({ quantity: 4 })))
  await open()
  const shown = await row('Block 25')
  expect(shown.textContent).toContain('4')
  expect(within(shown).queryByRole('button', { name: /^Nearest/ })).toBeNull()
  expect(within(shown).getByRole('button', { name: /^Release/ })).toBeTruthy()
  expect(sections()).toEqual(['lst_1', 'lst_2'])
})

test('[X-HOLD-11] what is held whole from the basket bar becomes theirs where it stands, and never looks gone', async () => {
  toggleSelected(selectedLine({ listing_id: 'lst_1', quantity: 4 }))
  answer(holdsRoutes.place, () => {
    change('lst_1', { available: 0, splits: [] })
    held = [{ listing_id: 'lst_1', hold_id: 'hld_1', quantity: 4, expires_at: '2031-01-01T00:00:00.000Z' }]
    const { state: _state, event: _event, listing: _listing, ...line } = wireHold({ quantity: 4 })
    return { data: [line] }
  })
  await open()
  const seen = watchText('just gone')
  const bar = await screen.findByRole('region', { name: 'Basket' })
  await userEvent.click(within(bar).getByRole('button', { name: 'Hold 4 tickets' }))
  await waitFor(async () => expect((await row('Block 25')).textContent).toContain('Yours · 4 held'))
  expect(sections()).toEqual(['lst_1', 'lst_2'])
  expect(seen()).toBe(false)
})

test('[X-HOLD-11] so does what a colleague holds whole', async () => {
  await open()
  const seen = watchText('just gone')
  held = [{ listing_id: 'lst_1', hold_id: 'hld_1', quantity: 4, expires_at: '2031-01-01T00:00:00.000Z' }]
  hear(change('lst_1', { available: 0, splits: [] }))
  await waitFor(async () => expect((await row('Block 25')).textContent).toContain('Yours · 4 held'))
  expect(seen()).toBe(false)
})

test('what is held already stays in sight while one more is', async () => {
  const own = { expires_at: '2031-01-01T00:00:00.000Z', quantity: 4 }
  const third = wireListing({ id: 'lst_3', section: 'Block 30', proceed_price: gbp('150.00') })
  held = [{ listing_id: 'lst_1', hold_id: 'hld_1', ...own }]
  stock = [{ ...cheap, available: 0, splits: [] }, dear, third]
  await open()
  let goOn = () => {}
  asked = answer(listingsRoutes.feed, async (request) => {
    if (request.query.getAll('listing_id[]').length === 2) {
      await new Promise<void>((resolve) => {
        goOn = resolve
      })
    }
    return feed(request)
  })
  held.push({ listing_id: 'lst_2', hold_id: 'hld_2', ...own })
  hear(change('lst_2', { available: 0, splits: [] }))
  await waitFor(() => expect(byId()).toContainEqual(['lst_1', 'lst_2']))
  expect(sections()).toEqual(['lst_1', 'lst_2', 'lst_3'])
  goOn()
})

test('after an own hold that listing and the totals are asked for again, and no page', async () => {
  answer(holdsRoutes.place, () => {
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
  expect(wholePages()).toHaveLength(1)
})

test('after the connection was away the loaded list is asked for again', async () => {
  await open()
  const { onLive } = playRealtime('private-event-17')
  act(() => onLive?.(true))
  change('lst_1', { proceed_price: gbp('99.00') })
  act(() => onLive?.(false))
  act(() => onLive?.(true))
  await waitFor(async () => expect((await row('Block 25')).textContent).toContain('£99.00'))
})

test('what changed after the list was answered and before the event was heard shows once it is heard', async () => {
  await open()
  change('lst_1', { proceed_price: gbp('99.00') })
  act(() => playRealtime('private-event-17').onLive?.(true))
  await waitFor(async () => expect((await row('Block 25')).textContent).toContain('£99.00'))
})

test('where nothing changed before the event was heard, no page of the list is asked for again', async () => {
  await open()
  const before = asked.length
  act(() => playRealtime('private-event-17').onLive?.(true))
  await waitFor(() => expect(asked.length).toBeGreaterThan(before))
  expect(wholePages()).toHaveLength(1)
})

test('when more has changed than is told by name, the list is asked for again', async () => {
  await open()
  change('lst_1', { proceed_price: gbp('99.00') })
  hear(null)
  await waitFor(async () => expect((await row('Block 25')).textContent).toContain('£99.00'))
})

test('an event that is called off while it is looked at sells nothing any more', async () => {
  await open()
  answer(catalogueRoutes.event, () => ({ data: wireEvent({ status: 'cancelled' }) }))
  hear([], true)
  expect(await screen.findByText('This event is cancelled')).toBeTruthy()
  expect(screen.queryByRole('grid')).toBeNull()
})

test('a postponed event sells nothing', async () => {
  answer(catalogueRoutes.event, () => ({ data: wireEvent({ status: 'postponed' }) }))
  await renderRoute(address)
  expect(await screen.findByText('This event is postponed')).toBeTruthy()
  expect(asked).toEqual([])
})

test('[ERROR-12] a second feed call that fails is logged, and leaves the list as it was where that cannot be renewed', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await open()
  asked = answer(listingsRoutes.feed, (request) =>
    request.query.get('per_page') === '1' ? feed(request) : fail(500, 'Out of order'),
  )
  hear(change('lst_1', { proceed_price: gbp('99.00') }))
  await waitFor(() => expect(logged).toHaveBeenCalledWith('The feed failed:', expect.anything()))
  expect(await screen.findByText(/^The list could not be renewed/)).toBeTruthy()
  expect((await row('Block 25')).textContent).toContain('£118.50')
})

test('[ERROR-12] one that is lost on its way is logged, and the list is asked for again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await open()
  server.use(
    http.get('*/tickets/feed', ({ request }) =>
      new URL(request.url).searchParams.has('listing_id[]') ? HttpResponse.error() : undefined,
    ),
  )
  hear(change('lst_1', { proceed_price: gbp('99.00') }))
  await waitFor(async () => expect((await row('Block 25')).textContent).toContain('£99.00'))
  expect(logged).toHaveBeenCalledWith('The feed failed:', expect.any(TypeError))
})

test('a listing from a process that has not heard yet is asked for again', async () => {
  await open()
  hear([{ id: 'lst_1', version: 2 }])
  await waitFor(() => expect(byId()).toEqual([['lst_1']]))
  change('lst_1', { proceed_price: gbp('99.00') })
  await waitFor(async () => expect((await row('Block 25')).textContent).toContain('£99.00'))
  expect(byId()).toEqual([['lst_1'], ['lst_1']])
})

test('where no news comes through, a change is noticed all the same, within half a minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await open()
  change('lst_1', { proceed_price: gbp('99.00') })
  await act(() => vi.advanceTimersByTimeAsync(31_000))
  await waitFor(async () => expect((await row('Block 25')).textContent).toContain('£99.00'))
})
