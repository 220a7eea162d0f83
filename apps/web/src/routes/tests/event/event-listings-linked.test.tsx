import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { listingsRoutes, type WireListing } from '@terrace/contracts/listings'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockRoute } from '#web/test/mock-api.ts'
import { wireEvent } from '#web/test/factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { wireFeed, wireListing, wirePlan } from '#web/test/stock-factories.ts'

const listings = [1, 2, 3].map((number) => wireListing({ id: `lst_${number}`, section: `Block 2${number}` }))

beforeEach(() => {
  mockShell()
  mockRoute(catalogueRoutes.event, () => ({ data: wireEvent() }))
  mockRoute(catalogueRoutes.seatingPlan, () => ({ data: wirePlan() }))
})

const focused = () => document.activeElement?.getAttribute('data-listing')

test('a link to a listing focuses its row and is removed from the URL', async () => {
  mockRoute(listingsRoutes.feed, () => wireFeed(listings))
  const router = await renderRoute('/tickets/arsenal-v-chelsea/17?sort=desc#lst_3')
  await vi.waitFor(() => expect(focused()).toBe('lst_3'))
  expect(router.state.location.href).toBe('/tickets/arsenal-v-chelsea/17?sort=desc')
})

test('a listing on a later page is found page by page', async () => {
  mockRoute(listingsRoutes.feed, ({ query }) => {
    const page = Number(query.get('page') ?? 1)
    return wireFeed(listings.slice(page - 1, page), { total: 3, page, per_page: 1, last_page: 3 })
  })
  await renderRoute('/tickets/arsenal-v-chelsea/17#lst_3')
  await vi.waitFor(() => expect(focused()).toBe('lst_3'))
})

/** Mocks a list without the linked listing; `found` is the reply when it is requested by id. */
function mockMissingListings(found: WireListing[]) {
  mockRoute(listingsRoutes.feed, ({ query }) => {
    if (query.has('listing_id[]')) return wireFeed(found)
    return wireFeed(query.has('hospitality') ? listings.slice(0, 1) : [...listings, ...found.filter(isLeft)])
  })
}
const isLeft = ({ available }: WireListing) => available > 0

test('an unknown listing shows as off sale and the list stays unchanged', async () => {
  mockMissingListings([])
  const router = await renderRoute('/tickets/arsenal-v-chelsea/17#lst_gone')
  expect(await screen.findByText('The listing in this link is no longer available.')).toBeTruthy()
  expect(await screen.findByRole('row', { name: /^Block 21/ })).toBeTruthy()
  expect(router.state.location.hash).toBe('')
  expect(focused()).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(/no longer available/)).toBeNull()
})

test('a sold-out listing shows as unavailable and links to the nearest one', async () => {
  mockMissingListings([wireListing({ id: 'lst_gone', section: 'Block 40', available: 0, splits: [] })])
  await renderRoute('/tickets/arsenal-v-chelsea/17#lst_gone')
  expect(await screen.findByText('Block 40, Row 18, seats 401 to 404 is no longer available.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Nearest to Block 40' }))
  await vi.waitFor(() => expect(focused()).toBe('lst_1'))
})

test('a listing hidden by filters can be shown by clearing them', async () => {
  mockMissingListings([wireListing({ id: 'lst_4', section: 'Block 40' })])
  await renderRoute('/tickets/arsenal-v-chelsea/17?hospitality=1#lst_4')
  expect(
    await screen.findByText('Block 40, Row 18, seats 401 to 404 is hidden by your filters.'),
  ).toBeTruthy()
  const [clear] = screen.getAllByRole('button', { name: 'Clear filters' }).slice(-1)
  if (clear) await userEvent.click(clear)
  await vi.waitFor(() => expect(focused()).toBe('lst_4'))
  expect(screen.queryByText(/hidden by/)).toBeNull()
})

test('a listing held entirely by the team never shows as unavailable, filtered or not', async () => {
  const mine = wireListing({ id: 'lst_4', section: 'Block 40', available: 0, splits: [] })
  const held = [{ listing_id: 'lst_4', hold_id: 'hld_1', quantity: 4, expires_at: '2031-03-08T17:00:00Z' }]
  mockRoute(listingsRoutes.feed, ({ query }) => {
    if (!query.has('listing_id[]')) return wireFeed(listings, { mine: { tracked: [], held } })
    return wireFeed(query.has('hospitality') ? [] : [mine], { mine: { tracked: [], held } })
  })
  const router = await renderRoute('/tickets/arsenal-v-chelsea/17#lst_4')
  await vi.waitFor(() => expect(focused()).toBe('lst_4'))
  await act(() =>
    router.navigate({
      to: '/tickets/$name/$id',
      params: { name: 'arsenal-v-chelsea', id: 17 },
      search: { hospitality: '1' },
      hash: 'lst_4',
    }),
  )
  expect(
    await screen.findByText('Block 40, Row 18, seats 401 to 404 is hidden by your filters.'),
  ).toBeTruthy()
})

test('a listing further down than the first 2,000 is loaded and focused when asked for', async () => {
  // Only the rows in the window are rendered.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(132)
  const deep = Array.from({ length: 2200 }, (_, index) =>
    wireListing({ id: `lst_${index}`, section: `Block ${index}` }),
  )
  const requests = mockRoute(listingsRoutes.feed, ({ query }) => {
    if (query.has('listing_id[]')) return wireFeed(deep.filter(({ id }) => id === query.get('listing_id[]')))
    const page = Number(query.get('page') ?? 1)
    return wireFeed(deep.slice((page - 1) * 500, page * 500), { total: 2200, page, last_page: 5 })
  })
  const router = await renderRoute('/tickets/arsenal-v-chelsea/17#lst_2150')
  expect(await screen.findByText(/^Block 2150, .* is further down the list\.$/)).toBeTruthy()
  const lists = requests.filter(({ query }) => !query.has('listing_id[]') && query.get('per_page') === '100')
  expect(lists).toHaveLength(4)
  await userEvent.click(screen.getByRole('button', { name: 'Go to it' }))
  await vi.waitFor(() => expect(focused()).toBe('lst_2150'))
  expect(screen.queryByText(/further down/)).toBeNull()
  expect(router.state.location.hash).toBe('')
})

/** A list of 2,200 listings, of which pages after the fourth are returned by `further`. */
async function openDeepLink(further: () => Promise<WireListing[]>) {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(132)
  const deep = Array.from({ length: 2000 }, (_, index) =>
    wireListing({ id: `lst_${index}`, section: `Block ${index}` }),
  )
  const linked = wireListing({ id: 'lst_2150', section: 'Block 2150' })
  mockRoute(listingsRoutes.feed, async ({ query }) => {
    if (query.has('listing_id[]')) return wireFeed([linked])
    const page = Number(query.get('page') ?? 1)
    const data = page < 5 ? deep.slice((page - 1) * 500, page * 500) : await further()
    return wireFeed(data, { total: 2200, page, last_page: 5 })
  })
  const router = await renderRoute('/tickets/arsenal-v-chelsea/17#lst_2150')
  expect(await screen.findByText(/^Block 2150, .* is further down the list\.$/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Go to it' }))
  return router
}

test('the full search ends with the last page, even when the list has fewer listings than announced', async () => {
  const router = await openDeepLink(async () => [])
  await vi.waitFor(() => expect(router.state.location.hash).toBe(''))
  expect(await screen.findByRole('button', { name: 'Dismiss' })).toBeTruthy()
  expect(screen.queryByText(/Loading, /)).toBeNull()
})

test('the full search can be stopped, and its notice does not come back', async () => {
  const { promise, resolve } = Promise.withResolvers<WireListing[]>()
  const router = await openDeepLink(() => promise)
  await userEvent.click(await screen.findByRole('button', { name: 'Stop loading' }))
  await vi.waitFor(() => expect(screen.queryByText(/further down/)).toBeNull())
  resolve([])
  await act(() => promise)
  expect(router.state.location.hash).toBe('')
  expect(screen.queryByText(/further down/)).toBeNull()
})
