import { catalogueRoutes, type WireTile } from '@terrace/contracts/catalogue'
import { homeRoutes, type WireHome } from '@terrace/contracts/home'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { gbp, lowestPrices, wireEvent } from '#web/test/factories.ts'
import { wireContent } from '#web/test/menu-factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { mockSearch } from '#web/test/mock-search.ts'

const market = { event_count: 1630, ticket_count: 61_240, seller_count: 12 }
const hot = [
  wireEvent({ id: 1, title: 'Arsenal v Chelsea' }),
  wireEvent({ id: 2, title: 'Monaco Grand Prix', min_price: null, ticket_count: 0 }),
]
const soon = [wireEvent({ id: 3, title: 'Eagles at Cowboys', min_price: gbp('64.00'), ticket_count: 1 })]
const fresh = [wireEvent({ id: 4, title: 'Mahler 2' })]
const viewed = [wireEvent({ id: 5, title: 'Real Madrid v Getafe' })]
const tile = (overrides: Partial<WireTile> = {}): WireTile => ({
  type: 'performer',
  type_id: 21,
  title: 'Arsenal',
  slug: 'arsenal',
  colours: null,
  event_count: 19,
  ticket_count: 800,
  ...lowestPrices(gbp('85.00')),
  ...overrides,
})
const home = (overrides: Partial<WireHome> = {}) => ({
  data: {
    banners: [],
    popular_events: [wireEvent({ id: 1, title: 'Arsenal v Chelsea' }), wireEvent({ id: 6, title: 'Monza' })],
    featured: {
      category: tile({ type: 'category', type_id: 2, title: 'Premier League', slug: 'premier-league' }),
      teams: [
        tile(),
        tile({ type_id: 22, title: 'Chelsea', slug: 'chelsea', event_count: 1, ...lowestPrices(null) }),
      ],
    },
    market,
    ...overrides,
  },
  meta: { currency: 'GBP', rate_stale: false },
})

beforeEach(() => {
  mockShell()
  mockRoute(catalogueRoutes.hotEvents, () => ({ data: hot }))
  mockRoute(homeRoutes.lastMinute, () => ({ data: soon }))
  mockRoute(homeRoutes.newEvents, () => ({ data: fresh }))
  mockRoute(homeRoutes.recentlyViewed, () => ({ data: viewed }))
  mockRoute(homeRoutes.home, () => home())
})

const rail = (name: string) => screen.findByRole('region', { name })
const titles = (region: HTMLElement) =>
  within(region)
    .queryAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent)

test('[ROUTE-06] [HOME-02] / shows the tagline, the live figures and a rail for each list', async () => {
  await renderRoute('/')
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(
    'One connection. A world of events.',
  )
  expect(await screen.findByText('1,630 events · 61,240 tickets from 12 sellers, live')).toBeTruthy()
  await vi.waitFor(async () =>
    expect(titles(await rail('Hot events'))).toEqual(hot.map(({ title }) => title)),
  )
  expect(titles(await rail('Last minute'))).toEqual(['Eagles at Cowboys'])
  expect(titles(await rail('New events'))).toEqual(['Mahler 2'])
  expect(titles(await rail('Recently viewed'))).toEqual(['Real Madrid v Getafe'])
  // Popular omits events that the hot rail already shows.
  expect(titles(await rail('Popular'))).toEqual(['Monza'])
  const teams = within(await rail('Premier League teams')).getAllByRole('link')
  expect(teams.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['All Premier League', '/category/premier-league'],
    ['Arsenal19 events · all-in from\u00A0£89.25', '/performer/arsenal'],
    ['Chelsea1 event', '/performer/chelsea'],
  ])
})

test('[API-18] one request loads all rails of home', async () => {
  const requests = mockRoute(homeRoutes.home, () => home())
  await renderRoute('/')
  await rail('Premier League teams')
  await rail('Popular')
  expect(requests.map(({ body }) => body)).toEqual([{}])
})

test('[HOME-01] a banner shows the operator’s text with live stock and links to its page', async () => {
  const banner = { id: 7, title: 'A season of racing', text: 'Every Grand Prix', slug: 'formula-1' }
  mockRoute(homeRoutes.home, () =>
    home({ banners: [{ ...banner, type: 'category', type_id: 6, link: '/category/formula-1' }] }),
  )
  const requests = mockRoute(catalogueRoutes.content, () => ({
    data: wireContent({ type: 'banner', event_count: 24, ticket_count: 900, min_price: gbp('120.00') }),
    meta: { total: 24, page: 1, per_page: 1, last_page: 24, currency: 'GBP', rate_stale: false },
  }))
  await renderRoute('/')
  const card = within(await screen.findByRole('list', { name: 'Highlights' })).getByRole('article')
  expect(within(card).getByRole('link', { name: 'A season of racing' }).getAttribute('href')).toBe(
    '/category/formula-1',
  )
  await within(card).findByText('24 events · 900 tickets · all-in from £126.00')
  expect(card.textContent).toContain('Every Grand Prix')
  expect(requests[0]?.body).toEqual({ type: 'banner', type_id: 7, per_page: 1 })
})

test('[X-FEED-07] prices converted at old rates are marked', async () => {
  const meta = { currency: 'EUR', rate_date: '2026-04-13', rate_stale: true }
  mockRoute(catalogueRoutes.hotEvents, () => ({ data: hot, meta }))
  await renderRoute('/')
  expect(await screen.findByText('Prices converted to EUR at ECB rates from 13-04-2026.')).toBeTruthy()
})

test('without viewed events the rail is hidden; an empty last-minute rail shows a message', async () => {
  mockRoute(homeRoutes.recentlyViewed, () => ({ data: [] }))
  mockRoute(homeRoutes.lastMinute, () => ({ data: [] }))
  await renderRoute('/')
  expect(await within(await rail('Last minute')).findByText('No events in the next 72 hours')).toBeTruthy()
  await vi.waitFor(async () => expect(titles(await rail('New events'))).toEqual(['Mahler 2']))
  expect(screen.queryByRole('region', { name: 'Recently viewed' })).toBeNull()
})

test('a card shows venue, minimum price and ticket count, and links to the event', async () => {
  await renderRoute('/')
  const [card] = await within(await rail('Hot events')).findAllByRole('article')
  expect(card?.textContent).toContain('Emirates Stadium, London')
  expect(card?.textContent).toContain('all-in from £1,139.25')
  expect(card?.textContent).toContain('412 tickets')
  const link = card && within(card).getByRole('link')
  expect(link?.getAttribute('href')).toBe('/tickets/arsenal-v-chelsea/1')
})

test('an event without stock shows no price', async () => {
  await renderRoute('/')
  const cards = await within(await rail('Hot events')).findAllByRole('article')
  expect(cards[1]?.textContent).not.toContain('£')
  expect(cards[1]?.textContent).toContain('0 tickets')
})

test('each rail shows a loading state until its events arrive', async () => {
  let release: () => void = () => undefined
  mockRoute(
    catalogueRoutes.hotEvents,
    () => new Promise((resolve) => (release = () => resolve({ data: hot }))),
  )
  await renderRoute('/')
  expect(await screen.findByText('Loading Hot events')).toBeTruthy()
  await vi.waitFor(async () => expect(titles(await rail('Last minute'))).toHaveLength(1))
  release()
  await vi.waitFor(() => expect(screen.queryByText('Loading Hot events')).toBeNull())
})

test('a marketplace without stock shows one message', async () => {
  mockRoute(catalogueRoutes.hotEvents, () => ({ data: [] }))
  mockRoute(homeRoutes.lastMinute, () => ({ data: [] }))
  mockRoute(homeRoutes.newEvents, () => ({ data: [] }))
  await renderRoute('/')
  expect(await within(await rail('Hot events')).findByText('No events with tickets right now')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Last minute' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'New events' })).toBeNull()
})

test('a failed rail shows why and can be retried; the other rails are unaffected', async () => {
  let isUp = false
  mockRoute(catalogueRoutes.hotEvents, () =>
    isUp ? { data: hot } : errorReply(400, 'The list is being renewed'),
  )
  await renderRoute('/')
  const region = await rail('Hot events')
  const alert = await within(region).findByRole('alert')
  expect(alert.textContent).toContain('The list is being renewed')
  await vi.waitFor(async () => expect(titles(await rail('Last minute'))).toEqual(['Eagles at Cowboys']))
  isUp = true
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(titles(region)).toHaveLength(2))
})

test('the large search field opens search and regains focus when it closes', async () => {
  const requests = mockSearch(() => ({}))
  await renderRoute('/')
  const main = within(await screen.findByRole('main'))
  const large = await main.findByRole('button', { name: /^Search:/ })
  await userEvent.click(large)
  await userEvent.keyboard('cowboys')
  await vi.waitFor(() => expect(requests.map(({ query }) => query)).toContain('cowboys'))
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(document.activeElement).toBe(large))
})
