import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { holdsRoutes } from '@terrace/contracts/holds'
import { preferencesRoutes } from '@terrace/contracts/preferences'
import { securityRoutes } from '@terrace/contracts/security'
import { trackedListingsRoutes } from '@terrace/contracts/tracked-listings'
import { trackingRoutes } from '@terrace/contracts/tracking'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { readCommands } from '#web/lib/commands/command-registry.ts'
import { findRow, mockEventPage, openEventPage } from '#web/test/mock-event-page.ts'
import { mockRoute } from '#web/test/mock-api.ts'
import { wireBasket, wireHold } from '#web/test/stock-factories.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { wireSecurity } from '#web/test/security-factory.ts'

beforeEach(() => {
  mockEventPage()
  mockRoute(catalogueRoutes.hotEvents, () => ({ data: [] }))
  mockRoute(trackedListingsRoutes.list, () => ({
    data: [],
    meta: { total: 0, page: 1, per_page: 500, last_page: 1 },
  }))
})

async function openShortcuts() {
  await userEvent.keyboard('?')
  return screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
}

const sectionsOf = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('region')
    .map((section) => section.getAttribute('aria-label'))

test.each([
  ['/', ['Basket', 'Everywhere']],
  ['/profile?tab=holds', ['Table', 'Basket', 'Everywhere']],
  ['/search', ['Search', 'Basket', 'Everywhere']],
])('? lists the keys of %s', async (address, sections) => {
  await renderRoute(address)
  await screen.findByRole('heading', { level: 1 })
  // A tab of the profile loads on its own.
  await waitFor(() => expect(readCommands().map(({ title }) => title)).toContain(sections[0]))
  act(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined))
  const dialog = await openShortcuts()
  expect(sectionsOf(dialog)).toEqual(sections)
  const everywhere = within(within(dialog).getByRole('region', { name: 'Everywhere' }))
  for (const action of ['Open notifications', 'Undo', 'Show shortcuts'])
    expect(everywhere.getByText(action)).toBeTruthy()
})

test.each(['/login', '/signup', '/forgot-password'])('? lists the keys of %s', async (address) => {
  await renderRoute(address, { user: null })
  // The page may focus its first field when it appears.
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(readCommands().map(({ title }) => title)).toContain('Form'))
  act(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined))
  expect(sectionsOf(await openShortcuts())).toEqual(['Form', 'Everywhere'])
})

test('? on the event page lists the keys of list, current listing, map and basket', async () => {
  await openEventPage()
  await screen.findByRole('group', { name: /^Seating map/ })
  const sections = sectionsOf(await openShortcuts())
  expect(new Set(sections)).toEqual(new Set(['Basket', 'Current listing', 'Listings', 'Map', 'Everywhere']))
  expect(sections.at(-1)).toBe('Everywhere')
})

test('X before the holds have loaded opens the release once they are there', async () => {
  const holdsLoaded = Promise.withResolvers<void>()
  mockRoute(holdsRoutes.list, async () => {
    await holdsLoaded.promise
    return wireBasket(wireHold())
  })
  await renderRoute('/')
  await waitFor(() => expect(readCommands().map(({ title }) => title)).toContain('Basket'))
  await userEvent.keyboard('x')
  expect(screen.queryByRole('dialog')).toBeNull()
  holdsLoaded.resolve()
  expect(await screen.findByRole('dialog', { name: 'Release tickets' })).toBeTruthy()
})

test('J and K move between listings, T tracks the current one and D changes the density', async () => {
  const tracked = mockRoute(trackingRoutes.track, ({ body }) => ({
    data: { list_id: body.list_id, tracked: body.status === 'yes' },
  }))
  await openEventPage()
  await userEvent.keyboard('t')
  expect(tracked).toHaveLength(0)
  await userEvent.keyboard('j')
  expect(document.activeElement).toBe(await findRow('Block 25'))
  await userEvent.keyboard('j')
  expect(document.activeElement).toBe(await findRow('Block 26'))
  await userEvent.keyboard('k')
  expect(document.activeElement).toBe(await findRow('Block 25'))
  await userEvent.keyboard('t')
  await waitFor(() => expect(tracked[0]?.body).toMatchObject({ list_id: 'lst_1' }))
  await userEvent.keyboard('d')
  expect(screen.getByRole('radio', { name: 'Comfortable' })).toHaveProperty('checked', true)
})

test('without single-key shortcuts the keys do nothing', async () => {
  mockRoute(preferencesRoutes.read, () => ({ data: { single_key_shortcuts: false } }))
  await openEventPage()
  const row = await findRow('Block 25')
  await vi.waitFor(() => expect(localStorage.getItem('preferences')).toContain('single_key_shortcuts'))
  await userEvent.keyboard('j?')
  expect(document.activeElement).not.toBe(row)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('? lists the keys on the page where a second factor is set up', async () => {
  mockRoute(securityRoutes.overview, () => ({ data: wireSecurity() }))
  await renderRoute('/second-factor')
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(readCommands().map(({ title }) => title)).toContain('Form'))
  await userEvent.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
})
