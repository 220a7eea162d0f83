import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, fail } from '#web/test/api-server.ts'
import { gbp, wireEvent } from '#web/test/factories.ts'
import { wireContent } from '#web/test/menu-factories.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'

beforeEach(answerShell)

const meta = { total: 2, page: 1, per_page: 50, last_page: 1, currency: 'GBP', rate_stale: false }

test('[ROUTE-10] /{slug}/{name} shows the events of the category, under the way there', async () => {
  const asked = answer(catalogueRoutes.content, () => ({ data: wireContent(), meta }))
  await renderRoute('/category/premier-league')
  expect(await screen.findByRole('heading', { level: 1, name: 'Premier League' })).toBeTruthy()
  expect(screen.getByText(/^2 events · 824 tickets/).textContent).toBe(
    '2 events · 824 tickets · from £1,085.00',
  )
  const events = within(screen.getByRole('list', { name: 'Events of Premier League' })).getAllByRole('link')
  expect(events.map((link) => link.getAttribute('href'))).toEqual([
    '/tickets/arsenal-v-chelsea/17',
    '/tickets/chelsea-v-everton/18',
  ])
  const way = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
  expect(way.getByRole('link', { name: 'Football' }).getAttribute('href')).toBe('/category/football')
  expect(document.title).toBe('Premier League · Terrace')
  expect(asked[0]?.body).toEqual({ type: 'category', slug: 'premier-league', page: 1, per_page: 50 })
})

test('[ROUTE-10] /{slug}/{name}/{id} asks for the number', async () => {
  const asked = answer(catalogueRoutes.content, () => ({
    data: wireContent({ type: 'performer', title: 'Arsenal', slug: 'arsenal', trail: [] }),
    meta,
  }))
  const router = await renderRoute('/performer/anything/21')
  expect(await screen.findByRole('heading', { level: 1, name: 'Arsenal' })).toBeTruthy()
  expect(asked[0]?.body).toEqual({ type: 'performer', type_id: 21, page: 1, per_page: 50 })
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/performer/arsenal/21'))
})

test('[MENU-08] [CAT-01] [CAT-02] an entry that the menu knows is asked for by its type_id, 50 a page', async () => {
  const asked = answer(catalogueRoutes.content, ({ body }) => ({
    data: wireContent(body.slug === 'football' ? { title: 'Football', slug: 'football' } : {}),
    meta,
  }))
  const router = await renderRoute('/category/football')
  expect(await screen.findByRole('heading', { level: 1, name: 'Football' })).toBeTruthy()
  await vi.waitFor(() => expect(localStorage.getItem('header-menu')).not.toBeNull())
  await act(() => router.navigate({ href: '/category/premier-league' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Premier League' })).toBeTruthy()
  expect(asked.map(({ body }) => body)).toEqual([
    { type: 'category', slug: 'football', page: 1, per_page: 50 },
    { type: 'category', type_id: 2, page: 1, per_page: 50 },
  ])
})

test('an old slug gives way to the slug of now, without asking again, and the month stays', async () => {
  const asked = answer(catalogueRoutes.content, () => ({ data: wireContent(), meta }))
  const router = await renderRoute('/category/first-division?month=2031-03')
  await vi.waitFor(() => expect(router.state.location.href).toBe('/category/premier-league?month=2031-03'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Premier League' })).toBeTruthy()
  expect(asked).toHaveLength(1)
})

test('a month chip shows that month, stands in the address, and pressed again shows all', async () => {
  const months = [
    { month: '2031-03', event_count: 1, ticket_count: 412 },
    { month: '2032-04', event_count: 1, ticket_count: 412 },
  ]
  const asked = answer(catalogueRoutes.content, () => ({ data: wireContent({ months }), meta }))
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
  await vi.waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ month: '2032-04', page: 1 }))
  await userEvent.click(screen.getByRole('button', { name: /^Apr/ }))
  await vi.waitFor(() => expect(router.state.location.href).toBe('/category/premier-league'))
})

test('the teams of a competition stand beside its events, and say how much of each is to come', async () => {
  const team = { type: 'performer' as const, type_id: 21, title: 'Arsenal', slug: 'arsenal' }
  answer(catalogueRoutes.content, () => ({
    data: wireContent({ teams: [{ ...team, event_count: 19, ticket_count: 800, min_price: gbp('85.00') }] }),
    meta,
  }))
  await renderRoute('/category/premier-league')
  const teams = within(await screen.findByRole('region', { name: 'Teams' }))
  expect(teams.getByRole('link').textContent).toBe('Arsenal19 events · from\u00A0£85.00')
  expect(teams.getByRole('link').getAttribute('href')).toBe('/performer/arsenal')
})

test('a venue says where it is', async () => {
  const asked = answer(catalogueRoutes.content, () => ({
    data: wireContent({
      type: 'venue',
      title: 'Emirates Stadium',
      slug: 'emirates-stadium',
      trail: [],
      place: { city: 'London', country_code: 'GB', capacity: 60_704 },
    }),
    meta,
  }))
  await renderRoute('/venue/emirates-stadium')
  expect(await screen.findByRole('heading', { level: 1, name: 'Emirates Stadium' })).toBeTruthy()
  expect(screen.getByText(/^London · 60,704 seats · 2 events/)).toBeTruthy()
  expect(asked[0]?.body).toEqual({ type: 'venue', slug: 'emirates-stadium', page: 1, per_page: 50 })
})

test('fifty events at a time; more come on a press', async () => {
  answer(catalogueRoutes.content, ({ body }) => {
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
  '%s is not asked for: it is not found, in place',
  async (address) => {
    const router = await renderRoute(address)
    expect(await screen.findByText('There is nothing here')).toBeTruthy()
    expect(screen.getByRole('banner')).toBeTruthy()
    expect(router.state.location.pathname).toBe(address)
  },
)

test('what does not exist is not found, in place: what comes nearest to it, and a search for it', async () => {
  const suggestions = [{ type: 'performer', title: 'Manchester United', slug: 'manchester-united' }]
  answer(catalogueRoutes.content, () => fail(404, 'No such thing', 'content.not_found', { suggestions }))
  await renderRoute('/performer/mnchester-united')
  expect(await screen.findByText('There is no page for “mnchester united”')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Manchester United' }).getAttribute('href')).toBe(
    '/performer/manchester-united',
  )
  const search = screen.getByRole('link', { name: 'Search for “mnchester united”' })
  expect(search.getAttribute('href')).toBe('/search?q=mnchester+united')
})

test('where nothing comes near, it says what may be wrong', async () => {
  answer(catalogueRoutes.content, () => fail(404, 'No such thing', 'content.not_found', { suggestions: [] }))
  await renderRoute('/category/curling')
  expect(await screen.findByText('There is no page for “curling”')).toBeTruthy()
  expect(screen.getByText('The address may be mistyped, or what it named is gone.')).toBeTruthy()
})

test('without an event to come it says so; a failure says so and tries again', async () => {
  answer(catalogueRoutes.content, () => fail(403, 'Not for you'))
  await renderRoute('/category/premier-league')
  expect(await screen.findByText('These events could not be loaded')).toBeTruthy()
  answer(catalogueRoutes.content, () => ({
    data: wireContent({ events: [], ticket_count: 0 }),
    meta: { ...meta, total: 0 },
  }))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No events to come')).toBeTruthy()
})

test('the mobile menu’s address of an event goes on to its listings', async () => {
  answer(catalogueRoutes.event, () => fail(404, 'No such event'))
  const router = await renderRoute('/event/arsenal-v-chelsea/17')
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/tickets/arsenal-v-chelsea/17'))
})
