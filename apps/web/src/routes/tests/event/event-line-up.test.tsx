import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { listingsRoutes } from '@terrace/contracts/listings'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { wireEvent } from '#web/test/factories.ts'
import { mockRoute } from '#web/test/mock-api.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { wireFeed, wireListing, wirePlan } from '#web/test/stock-factories.ts'

const acts = Array.from({ length: 12 }, (_, index) => ({
  id: index + 1,
  name: `Act ${index + 1}`,
  slug: `act-${index + 1}`,
  role: 'performer' as const,
}))

beforeEach(() => {
  mockShell()
  mockRoute(catalogueRoutes.seatingPlan, () => ({ data: wirePlan() }))
  mockRoute(listingsRoutes.feed, () => wireFeed([wireListing()]))
})

test('the event page of a festival shows its line-up, and all of a long one on request', async () => {
  mockRoute(catalogueRoutes.event, () => ({
    data: wireEvent({ title: 'Island festival', performers: acts }),
  }))
  await renderRoute('/tickets/island-festival/17')
  const lineUp = within(await screen.findByRole('region', { name: 'Line-up' }))
  expect(lineUp.getByRole('link', { name: 'Act 1' }).getAttribute('href')).toBe('/performer/act-1')
  expect(lineUp.queryByRole('link', { name: 'Act 12' })).toBeNull()
  await userEvent.click(lineUp.getByRole('button', { name: '4 more' }))
  expect(lineUp.getByRole('link', { name: 'Act 12' })).toBeTruthy()
  expect(lineUp.getByRole('button', { name: 'Show fewer' }).getAttribute('aria-expanded')).toBe('true')
})

test('a match has no line-up', async () => {
  mockRoute(catalogueRoutes.event, () => ({ data: wireEvent() }))
  await renderRoute('/tickets/arsenal-v-chelsea/17')
  expect(await screen.findByRole('heading', { level: 1, name: 'Arsenal v Chelsea' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Line-up' })).toBeNull()
})
