import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { wireContent } from '#web/test/menu-factories.ts'
import { mockRoute, type ApiRequest } from '#web/test/mock-api.ts'
import { eventHit, mockSearch, type IndexRequest } from '#web/test/mock-search.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

const months = [{ month: '2031-03', event_count: 1, ticket_count: 412 }]
let searches: IndexRequest[]
let contents: ApiRequest[]
beforeEach(() => {
  mockShell()
  mockRoute(catalogueRoutes.eventPrices, () => ({ data: [], meta: { currency: 'GBP', rate_stale: false } }))
  searches = mockSearch(({ filters = '' }) => {
    const from = Number(/event_date_local>=(\d+)/.exec(filters)?.[1])
    const event = eventHit()
    const isFound = event.event_date_local >= from && event.event_date_local < from + 86_400
    return isFound ? { hits: [event] } : {}
  })
})

async function open(
  type: 'category' | 'performer' | 'venue',
  overrides: Parameters<typeof wireContent>[0] = {},
) {
  contents = mockRoute(catalogueRoutes.content, () => ({
    data: wireContent({ type, type_id: 21, title: 'Arsenal', slug: 'arsenal', months, ...overrides }),
    meta: { total: 2, page: 1, per_page: 50, last_page: 1, currency: 'GBP', rate_stale: false },
  }))
  const router = await renderRoute(`/${type}/arsenal`)
  await userEvent.click(await screen.findByRole('button', { name: 'Month' }))
  await screen.findByRole('gridcell', { name: 'Saturday 8 March 2031, 1 event' })
  return router
}

test.each([
  ['performer', 'performers.id=21'],
  ['venue', 'venue.id=21'],
  ['category', '(category.id=21)'],
] as const)('the month of a %s has its own events only', async (type, filter) => {
  const router = await open(type, { categories: [] })
  expect(router.state.location.href).toBe(`/${type}/arsenal?view=month`)
  expect(searches.length).toBeGreaterThan(0)
  for (const { filters } of searches) expect(filters?.endsWith(` AND ${filter}`)).toBe(true)
  expect(await screen.findByRole('link', { name: /Arsenal v Chelsea/ })).toBeTruthy()
})

test('the month of a sport has the events of all its competitions', async () => {
  await open('category', { title: 'Football', breadcrumbs: [] })
  for (const { facetFilters } of searches) expect(facetFilters).toEqual([['sport:Football']])
})

test('the list keeps the month of its chips, the month view asks for no page of events', async () => {
  const router = await open('venue')
  await userEvent.click(screen.getByRole('button', { name: 'Next month' }))
  await waitFor(() => expect(router.state.location.href).toBe('/venue/arsenal?view=month&month=2031-04'))
  expect(screen.queryByRole('group', { name: 'Month' })).toBeNull()
  expect(contents.map(({ body }) => body)).toEqual([
    { type: 'venue', slug: 'arsenal', page: 1, per_page: 50 },
  ])
  await userEvent.click(screen.getByRole('button', { name: 'List' }))
  await waitFor(() => expect(router.state.location.href).toBe('/venue/arsenal'))
})
