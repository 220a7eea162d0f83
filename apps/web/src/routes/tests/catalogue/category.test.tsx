import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { gbp, lowestPrices, wireEvent } from '#web/test/factories.ts'
import { wireContent } from '#web/test/menu-factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

beforeEach(mockShell)

const meta = { total: 2, page: 1, per_page: 50, last_page: 1, currency: 'GBP', rate_stale: false }

test('[ROUTE-10] /{slug}/{name} shows the breadcrumb and the events of the category', async () => {
  const requests = mockRoute(catalogueRoutes.content, () => ({ data: wireContent(), meta }))
  await renderRoute('/category/premier-league')
  expect(await screen.findByRole('heading', { level: 1, name: 'Premier League' })).toBeTruthy()
  expect(screen.getByText(/^2 events · 824 tickets/).textContent).toBe(
    '2 events · 824 tickets · all-in from £1,139.25',
  )
  const events = within(screen.getByRole('list', { name: 'Events of Premier League' })).getAllByRole('link')
  expect(events.map((link) => link.getAttribute('href'))).toEqual([
    '/tickets/arsenal-v-chelsea/17',
    '/tickets/chelsea-v-everton/18',
  ])
  const breadcrumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
  expect(breadcrumbs.getByRole('link', { name: 'Football' }).getAttribute('href')).toBe('/category/football')
  expect(document.title).toBe('Premier League · Terrace')
  expect(requests[0]?.body).toEqual({ type: 'category', slug: 'premier-league', page: 1, per_page: 50 })
})

test('the header has the pattern of the sport in the colours of the team', async () => {
  const art = { pattern: 'track' as const, colours: ['#b0141e', '#1c1213'] as [string, string] }
  mockRoute(catalogueRoutes.content, () => ({ data: wireContent({ art, title: 'Ferrari' }), meta }))
  await renderRoute('/performer/ferrari')
  await screen.findByRole('heading', { level: 1, name: 'Ferrari' })
  expect(document.querySelector('header svg rect')?.getAttribute('fill')).toBe('#b0141e')
  expect(document.querySelector('header svg rect + path')?.getAttribute('fill')).toBe('#1c1213')
})

test('[ROUTE-10] /{slug}/{name}/{id} requests the category by id', async () => {
  const requests = mockRoute(catalogueRoutes.content, () => ({
    data: wireContent({ type: 'performer', title: 'Arsenal', slug: 'arsenal', breadcrumbs: [] }),
    meta,
  }))
  const router = await renderRoute('/performer/anything/21')
  expect(await screen.findByRole('heading', { level: 1, name: 'Arsenal' })).toBeTruthy()
  expect(requests[0]?.body).toEqual({ type: 'performer', type_id: 21, page: 1, per_page: 50 })
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/performer/arsenal/21'))
})

test('[MENU-08] [CAT-01] [CAT-02] a menu entry is requested by its type_id, 50 events per page', async () => {
  const requests = mockRoute(catalogueRoutes.content, ({ body }) => ({
    data: wireContent(body.slug === 'football' ? { title: 'Football', slug: 'football' } : {}),
    meta,
  }))
  const router = await renderRoute('/category/football')
  expect(await screen.findByRole('heading', { level: 1, name: 'Football' })).toBeTruthy()
  await vi.waitFor(() => expect(localStorage.getItem('header-menu')).not.toBeNull())
  await act(() => router.navigate({ href: '/category/premier-league' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Premier League' })).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([
    { type: 'category', slug: 'football', page: 1, per_page: 50 },
    { type: 'category', type_id: 2, page: 1, per_page: 50 },
  ])
})

test('an old slug is replaced by the current one without a new request and keeps the month', async () => {
  const requests = mockRoute(catalogueRoutes.content, () => ({ data: wireContent(), meta }))
  const router = await renderRoute('/category/first-division?month=2031-03')
  await vi.waitFor(() => expect(router.state.location.href).toBe('/category/premier-league?month=2031-03'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Premier League' })).toBeTruthy()
  expect(requests).toHaveLength(1)
})

test('a month chip filters to that month and updates the URL; pressing it again shows all', async () => {
  const months = [
    { month: '2031-03', event_count: 1, ticket_count: 412 },
    { month: '2032-04', event_count: 1, ticket_count: 412 },
  ]
  const requests = mockRoute(catalogueRoutes.content, () => ({ data: wireContent({ months }), meta }))
  const router = await renderRoute('/category/premier-league')
  const chips = within(await screen.findByRole('group', { name: 'Month' }))
  expect(chips.getAllByRole('button').map((chip) => chip.textContent)).toEqual([
    'All',
    'Mar ’31 1',
    'Apr ’32 1',
  ])
  expect(chips.getByRole('button', { name: 'All' }).getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(chips.getByRole('button', { name: /^Apr/ }))
  await vi.waitFor(() => expect(router.state.location.href).toBe('/category/premier-league?month=2032-04'))
  await vi.waitFor(() => expect(requests.at(-1)?.body).toMatchObject({ month: '2032-04', page: 1 }))
  await userEvent.click(screen.getByRole('button', { name: /^Apr/ }))
  await vi.waitFor(() => expect(router.state.location.href).toBe('/category/premier-league'))
})

test('the teams of a competition show with their upcoming event counts', async () => {
  const team = { type: 'performer' as const, type_id: 21, title: 'Arsenal', slug: 'arsenal', colours: null }
  mockRoute(catalogueRoutes.content, () => ({
    data: wireContent({
      teams: [{ ...team, event_count: 19, ticket_count: 800, ...lowestPrices(gbp('85.00')) }],
    }),
    meta,
  }))
  await renderRoute('/category/premier-league')
  const teams = within(await screen.findByRole('region', { name: 'Teams' }))
  expect(teams.getByRole('link').textContent).toBe('Arsenal19 events · all-in from\u00A0£89.25')
  expect(teams.getByRole('link').getAttribute('href')).toBe('/performer/arsenal')
})

test('a venue page shows its location', async () => {
  const requests = mockRoute(catalogueRoutes.content, () => ({
    data: wireContent({
      type: 'venue',
      title: 'Emirates Stadium',
      slug: 'emirates-stadium',
      breadcrumbs: [],
      place: { city: 'London', country_code: 'GB', capacity: 60_704 },
    }),
    meta,
  }))
  await renderRoute('/venue/emirates-stadium')
  expect(await screen.findByRole('heading', { level: 1, name: 'Emirates Stadium' })).toBeTruthy()
  expect(screen.getByText(/^London · 60,704 seats · 2 events/)).toBeTruthy()
  expect(requests[0]?.body).toEqual({ type: 'venue', slug: 'emirates-stadium', page: 1, per_page: 50 })
})

test('fifty events load at a time and a button loads more', async () => {
  mockRoute(catalogueRoutes.content, ({ body }) => {
    const page = Number(body.page)
    const event = wireEvent({ id: page, title: `Event of page ${page}` })
    return { data: wireContent({ events: [event] }), meta: { ...meta, page, last_page: 2 } }
  })
  await renderRoute('/category/premier-league')
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Event of page 2')).toBeTruthy()
  expect(screen.getByText('Event of page 1')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test.each(['/category/football/x1', '/some/thing', '/category/football/0'])(
  '%s shows "not found" in place without a request',
  async (address) => {
    const router = await renderRoute(address)
    expect(await screen.findByText('Page not found')).toBeTruthy()
    expect(screen.getByRole('banner')).toBeTruthy()
    expect(router.state.location.pathname).toBe(address)
  },
)

test('an unknown page shows "not found" in place, with suggestions and a search', async () => {
  const suggestions = [{ type: 'performer', title: 'Manchester United', slug: 'manchester-united' }]
  mockRoute(catalogueRoutes.content, () =>
    errorReply(404, 'No such thing', 'content.not_found', { suggestions }),
  )
  await renderRoute('/performer/mnchester-united')
  expect(await screen.findByText('We couldn’t find “mnchester united”')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Manchester United' }).getAttribute('href')).toBe(
    '/performer/manchester-united',
  )
  const search = screen.getByRole('link', { name: 'Search for “mnchester united”' })
  expect(search.getAttribute('href')).toBe('/search?q=mnchester+united')
})

test('without suggestions an unknown page explains what may be wrong', async () => {
  mockRoute(catalogueRoutes.content, () =>
    errorReply(404, 'No such thing', 'content.not_found', { suggestions: [] }),
  )
  await renderRoute('/category/curling')
  expect(await screen.findByText('We couldn’t find “curling”')).toBeTruthy()
  expect(screen.getByText('Check the address, or search for it instead.')).toBeTruthy()
})

test('an empty category shows a message, and a failed load an error with a retry', async () => {
  mockRoute(catalogueRoutes.content, () => errorReply(403, 'Not for you'))
  await renderRoute('/category/premier-league')
  expect(await screen.findByText('Couldn’t load these events')).toBeTruthy()
  mockRoute(catalogueRoutes.content, () => ({
    data: wireContent({ events: [], ticket_count: 0 }),
    meta: { ...meta, total: 0 },
  }))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No upcoming events')).toBeTruthy()
})

test('an event URL of the mobile menu redirects to its listings', async () => {
  mockRoute(catalogueRoutes.event, () => errorReply(404, 'No such event'))
  const router = await renderRoute('/event/arsenal-v-chelsea/17')
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/tickets/arsenal-v-chelsea/17'))
})
