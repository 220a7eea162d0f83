import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, fail } from '#web/test/api-server.ts'
import { wireEvent } from '#web/test/factories.ts'
import { wireContent } from '#web/test/menu-factories.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'

beforeEach(answerShell)

const meta = { total: 2, page: 1, per_page: 50, last_page: 1, currency: 'GBP', rate_stale: false }

test('[ROUTE-10] /{slug}/{name} shows the events of the category, under the way there', async () => {
  const asked = answer(catalogueRoutes.content, () => ({ data: wireContent(), meta }))
  await renderRoute('/category/premier-league')
  expect(await screen.findByRole('heading', { level: 1, name: 'Premier League' })).toBeTruthy()
  expect(screen.getByText('2 events · 824 tickets')).toBeTruthy()
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
    data: wireContent({ type: 'performer', title: 'Arsenal', trail: [] }),
    meta,
  }))
  await renderRoute('/performer/anything/21')
  expect(await screen.findByRole('heading', { level: 1, name: 'Arsenal' })).toBeTruthy()
  expect(asked[0]?.body).toEqual({ type: 'performer', type_id: 21, page: 1, per_page: 50 })
})

test('fifty events at a time; more come on a press', async () => {
  answer(catalogueRoutes.content, ({ body }) => {
    const page = (body as { page: number }).page
    const event = wireEvent({ id: page, title: `Event of page ${page}` })
    return { data: wireContent({ events: [event] }), meta: { ...meta, page, last_page: 2 } }
  })
  await renderRoute('/category/premier-league')
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Event of page 2')).toBeTruthy()
  expect(screen.getByText('Event of page 1')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test.each(['/venue/emirates-stadium', '/category/football/x1', '/some/thing', '/category/football/0'])(
  '%s is not asked for: it is not found, in place',
  async (address) => {
    const router = await renderRoute(address)
    expect(await screen.findByText('There is nothing here')).toBeTruthy()
    expect(screen.getByRole('banner')).toBeTruthy()
    expect(router.state.location.pathname).toBe(address)
  },
)

test('a category that does not exist is not found, in place', async () => {
  answer(catalogueRoutes.content, () => fail(404, 'No such thing', 'content.not_found'))
  await renderRoute('/category/curling')
  expect(await screen.findByText('There is nothing here')).toBeTruthy()
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
