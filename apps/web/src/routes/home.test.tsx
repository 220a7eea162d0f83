import { catalogueRoutes, type WireTile } from '@terrace/contracts/catalogue'
import { homeRoutes, type WireHome } from '@terrace/contracts/home'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, fail } from '#web/test/api-server.ts'
import { gbp, wireEvent } from '#web/test/factories.ts'
import { wireContent } from '#web/test/menu-factories.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'
import { answerSearch } from '#web/test/search-server.ts'

const market = { event_count: 1630, ticket_count: 61_240, seller_count: 12 }
const hot = [
  wireEvent({ id: 1, title: 'Arsenal v Chelsea' }),
  wireEvent({ id: 2, title: 'Monaco Grand Prix', min_price: null, ticket_count: 0 }),
]
const soon = [wireEvent({ id: 3, title: 'Eagles at Cowboys', min_price: gbp('64.00'), ticket_count: 1 })]
const fresh = [wireEvent({ id: 4, title: 'Mahler 2' })]
const viewed = [wireEvent({ id: 5, title: 'Real Madrid v Getafe' })]
const tile = (given: Partial<WireTile> = {}): WireTile => ({
  type: 'performer',
  type_id: 21,
  title: 'Arsenal',
  slug: 'arsenal',
  event_count: 19,
  ticket_count: 800,
  min_price: gbp('85.00'),
  ...given,
})
const home = (given: Partial<WireHome> = {}) => ({
  data: {
    banners: [],
    popular_events: [wireEvent({ id: 1, title: 'Arsenal v Chelsea' }), wireEvent({ id: 6, title: 'Monza' })],
    featured: {
      category: tile({ type: 'category', type_id: 2, title: 'Premier League', slug: 'premier-league' }),
      teams: [
        tile(),
        tile({ type_id: 22, title: 'Chelsea', slug: 'chelsea', event_count: 1, min_price: null }),
      ],
    },
    market,
    ...given,
  },
  meta: { currency: 'GBP', rate_stale: false },
})

beforeEach(() => {
  answerShell()
  answer(catalogueRoutes.hotEvents, () => ({ data: hot }))
  answer(homeRoutes.lastMinute, () => ({ data: soon }))
  answer(homeRoutes.newEvents, () => ({ data: fresh }))
  answer(homeRoutes.recentlyViewed, () => ({ data: viewed }))
  answer(homeRoutes.home, () => home())
})

const rail = (name: string) => screen.findByRole('region', { name })
const titles = (region: HTMLElement) =>
  within(region)
    .queryAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent)

test('[ROUTE-06] [HOME-02] / shows home: the tagline, the live figures, and a rail for each list', async () => {
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
  // What stands among the hot ones is not said again.
  expect(titles(await rail('Popular'))).toEqual(['Monza'])
  const teams = within(await rail('Premier League teams')).getAllByRole('link')
  expect(teams.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['All Premier League', '/category/premier-league'],
    ['Arsenal19 events · from\u00A0£85.00', '/performer/arsenal'],
    ['Chelsea1 event', '/performer/chelsea'],
  ])
})

test('[API-18] what home holds of several kinds comes with one call', async () => {
  const asked = answer(homeRoutes.home, () => home())
  await renderRoute('/')
  await rail('Premier League teams')
  await rail('Popular')
  expect(asked.map(({ body }) => body)).toEqual([{}])
})

test('[HOME-01] a banner says what the operator wrote and what there is of it now, and leads there', async () => {
  const banner = { id: 7, title: 'A season of racing', text: 'Every Grand Prix', slug: 'formula-1' }
  answer(homeRoutes.home, () =>
    home({ banners: [{ ...banner, type: 'category', type_id: 6, link: '/category/formula-1' }] }),
  )
  const asked = answer(catalogueRoutes.content, () => ({
    data: wireContent({ type: 'banner', event_count: 24, ticket_count: 900, min_price: gbp('120.00') }),
    meta: { total: 24, page: 1, per_page: 1, last_page: 24, currency: 'GBP', rate_stale: false },
  }))
  await renderRoute('/')
  const card = within(await screen.findByRole('list', { name: 'Highlights' })).getByRole('article')
  expect(within(card).getByRole('link', { name: 'A season of racing' }).getAttribute('href')).toBe(
    '/category/formula-1',
  )
  await within(card).findByText('24 events · 900 tickets · from £120.00')
  expect(card.textContent).toContain('Every Grand Prix')
  expect(asked[0]?.body).toEqual({ type: 'banner', type_id: 7, per_page: 1 })
})

test('[X-FEED-07] prices that were made with old rates say so', async () => {
  const meta = { currency: 'EUR', rate_date: '2026-04-13', rate_stale: true }
  answer(catalogueRoutes.hotEvents, () => ({ data: hot, meta }))
  await renderRoute('/')
  expect(
    await screen.findByText('Some prices are converted to EUR at the ECB rates of 13-04-2026, not today’s.'),
  ).toBeTruthy()
})

test('who has looked at nothing has no such rail, and nothing near is said', async () => {
  answer(homeRoutes.recentlyViewed, () => ({ data: [] }))
  answer(homeRoutes.lastMinute, () => ({ data: [] }))
  await renderRoute('/')
  expect(await within(await rail('Last minute')).findByText('Nothing starts within 72 hours')).toBeTruthy()
  await vi.waitFor(async () => expect(titles(await rail('New events'))).toEqual(['Mahler 2']))
  expect(screen.queryByRole('region', { name: 'Recently viewed' })).toBeNull()
})

test('a card says where, from how much and how many, and leads to the event', async () => {
  await renderRoute('/')
  const [card] = await within(await rail('Hot events')).findAllByRole('article')
  expect(card?.textContent).toContain('Emirates Stadium, London')
  expect(card?.textContent).toContain('from £1,085.00')
  expect(card?.textContent).toContain('412 tickets')
  const link = card && within(card).getByRole('link')
  expect(link?.getAttribute('href')).toBe('/tickets/arsenal-v-chelsea/1')
})

test('an event without stock names no price', async () => {
  await renderRoute('/')
  const cards = await within(await rail('Hot events')).findAllByRole('article')
  expect(cards[1]?.textContent).not.toContain('£')
  expect(cards[1]?.textContent).toContain('0 tickets')
})

test('while the events are on their way each rail says so', async () => {
  let release: () => void = () => undefined
  answer(catalogueRoutes.hotEvents, () => new Promise((resolve) => (release = () => resolve({ data: hot }))))
  await renderRoute('/')
  expect(await screen.findByText('Hot events are loading')).toBeTruthy()
  await vi.waitFor(async () => expect(titles(await rail('Last minute'))).toHaveLength(1))
  release()
  await vi.waitFor(() => expect(screen.queryByText('Hot events are loading')).toBeNull())
})

test('a marketplace without stock says so once instead of showing nothing', async () => {
  answer(catalogueRoutes.hotEvents, () => ({ data: [] }))
  answer(homeRoutes.lastMinute, () => ({ data: [] }))
  answer(homeRoutes.newEvents, () => ({ data: [] }))
  await renderRoute('/')
  expect(await within(await rail('Hot events')).findByText('No events with tickets right now')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Last minute' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'New events' })).toBeNull()
})

test('one rail that failed says why and can be tried again; the other is not touched', async () => {
  let works = false
  answer(catalogueRoutes.hotEvents, () => (works ? { data: hot } : fail(400, 'The list is being renewed')))
  await renderRoute('/')
  const region = await rail('Hot events')
  const alert = await within(region).findByRole('alert')
  expect(alert.textContent).toContain('The list is being renewed')
  await vi.waitFor(async () => expect(titles(await rail('Last minute'))).toEqual(['Eagles at Cowboys']))
  works = true
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(titles(region)).toHaveLength(2))
})

test('the large field brings the search, and gives the focus back when it is closed', async () => {
  const asked = answerSearch(() => ({}))
  await renderRoute('/')
  const main = within(await screen.findByRole('main'))
  const large = await main.findByRole('button', { name: /^Search:/ })
  await userEvent.click(large)
  await userEvent.keyboard('cowboys')
  await vi.waitFor(() => expect(asked.map(({ query }) => query)).toContain('cowboys'))
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(document.activeElement).toBe(large))
})
