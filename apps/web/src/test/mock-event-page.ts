import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { listingsRoutes } from '@terrace/contracts/listings'
import { screen } from '@testing-library/react'
import { gbp, wireEvent } from './factories.ts'
import { wireFacets } from './feed-facets.ts'
import { mockRoute, type ApiRequest } from './mock-api.ts'
import { mockShell, renderRoute } from './render-route.tsx'
import { wireFeed, wireListing, wirePlan } from './stock-factories.ts'

export const eventPath = '/tickets/arsenal-v-chelsea/17'
const teams = [
  { id: 5, name: 'Arsenal', slug: 'arsenal', role: 'home' as const },
  { id: 6, name: 'Chelsea', slug: 'chelsea', role: 'away' as const },
]
export const cheap = wireListing()
export const expensive = wireListing({
  id: 'lst_2',
  section: 'Block 26',
  category: { id: 9, name: 'Club level' },
  ticket_type: 'eTicket',
  seller: { id: 'tm_3', name: 'Kop Stock' },
  proceed_price: gbp('240.00'),
})
export const facets = wireFacets([cheap, expensive])

/** Mocks an event page with {@link cheap} and {@link expensive}; returns the received feed requests. */
export function mockEventPage(): ApiRequest[] {
  mockShell()
  mockRoute(catalogueRoutes.event, () => ({ data: wireEvent({ performers: teams }) }))
  mockRoute(catalogueRoutes.seatingPlan, () => ({ data: wirePlan() }))
  return mockRoute(listingsRoutes.feed, () => wireFeed([cheap, expensive], { facets }))
}

export const findRow = (section: string) => screen.findByRole('row', { name: new RegExp(`^${section}`) })

/** Opens the event page with this query string and waits for its first row. */
export async function openEventPage(search = '') {
  const router = await renderRoute(eventPath + search)
  await findRow('Block 25')
  return router
}

/** Query of the latest request for the list itself, without those for totals. */
export function lastListQuery(requests: readonly ApiRequest[]): URLSearchParams {
  const lists = requests.map(({ query }) => query).filter((query) => query.get('per_page') === '100')
  return lists.at(-1) ?? new URLSearchParams()
}
