import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { listingsRoutes } from '@terrace/contracts/listings'
import { preferencesRoutes, type Preferences } from '@terrace/contracts/preferences'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { wireEvent } from '#web/test/factories.ts'
import { mockRoute } from '#web/test/mock-api.ts'
import { eventPath, findRow, mockEventPage } from '#web/test/mock-event-page.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { wireFeed, wireListing } from '#web/test/stock-factories.ts'

/** While the event loads, the page has the shape that it will have for this account. */
async function openSlowly(saved: Preferences) {
  mockEventPage()
  mockRoute(preferencesRoutes.read, () => ({ data: saved }))
  const { promise, resolve } = Promise.withResolvers<{ data: ReturnType<typeof wireEvent> }>()
  mockRoute(catalogueRoutes.event, () => promise)
  mockRoute(listingsRoutes.feed, () => wireFeed([wireListing()]))
  await renderRoute(eventPath)
  await screen.findByText('Loading event')
  return () => resolve({ data: wireEvent() })
}

/** Widths of the list and the map. */
const columns = () =>
  document.querySelector<HTMLElement>('[style*="grid-template-columns"]:has(> .bg-sunken)')?.style
    .gridTemplateColumns

test('the map has its chosen width before and after the event has loaded', async () => {
  const respond = await openSlowly({ plan_width: 45 })
  await waitFor(() => expect(columns()).toBe('55fr 45fr'))
  respond()
  await findRow('Block 25')
  expect(columns()).toBe('55fr 45fr')
})

test('a hidden map has no place while the event loads', async () => {
  await openSlowly({ is_plan_collapsed: true })
  await waitFor(() => expect(columns()).toBeUndefined())
  expect(document.querySelector('main .bg-sunken')).toBeNull()
})

test('rows have the chosen density while the event loads', async () => {
  await openSlowly({ density: 'comfortable' })
  const rows = () =>
    screen.getByText('Loading listings').closest('[role=status]')?.querySelectorAll('.border-b')
  // A header and nine rows of 59 px.
  await waitFor(() => expect(rows()).toHaveLength(10))
})
