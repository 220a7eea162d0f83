import { savedSearchesRoutes, type WireSavedSearch } from '@terrace/contracts/saved-searches'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { mockEventPage, openEventPage } from '#web/test/mock-event-page.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { wireSavedSearch } from '#web/test/saved-search-factories.ts'
import { runUndo } from '#web/ui/overlay/show-undo.ts'

let searches: WireSavedSearch[]

beforeEach(() => {
  searches = [wireSavedSearch(), wireSavedSearch({ id: 'ssr_2', name: 'Over', state: 'ended' })]
})

function mockSearches() {
  mockRoute(savedSearchesRoutes.list, () => ({ data: searches }))
  mockRoute(savedSearchesRoutes.change, ({ body }) => {
    searches = searches.map((each) => (each.id === 'ssr_1' ? { ...each, ...body } : each))
    return { data: searches[0] ?? wireSavedSearch() }
  })
  mockRoute(savedSearchesRoutes.remove, () => {
    searches = searches.slice(1)
    return { data: { removed: 1 } }
  })
  return mockRoute(savedSearchesRoutes.save, ({ body }) => {
    const saved = wireSavedSearch({ name: body.name, live: body.live, mail: body.mail })
    searches = [saved, ...searches]
    return { data: saved }
  })
}

async function openSearches() {
  mockShell()
  const saves = mockSearches()
  const router = await renderRoute('/profile?tab=searches')
  await screen.findByRole('table', { name: 'Saved searches' })
  return { router, saves }
}

test('the list names event, filters and last match, and a row opens the filtered event', async () => {
  await openSearches()
  const row = screen.getByRole('row', { name: /Cheap pairs/ })
  expect(row.textContent).toContain('2 tickets or more · up to £157.50 all-in')
  expect(row.textContent).toContain('No match yet')
  expect(within(row).getByRole('link').getAttribute('href')).toBe(
    '/tickets/arsenal-v-chelsea/7?quantity=2&max=150&currency=GBP',
  )
  expect(screen.getByRole('row', { name: /Over/ }).textContent).toContain('Ended')
})

test('alerts are switched in the row, and an ended search has none to switch', async () => {
  await openSearches()
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Email alerts for Cheap pairs' })
  expect(box().checked).toBe(false)
  await userEvent.click(box())
  await waitFor(() => expect(searches[0]).toMatchObject({ live: true, mail: true }))
  expect(box().checked).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Email alerts for Over' }).disabled).toBe(
    true,
  )
})

test('a deleted search can be brought back, and the navigation counts it', async () => {
  const { saves } = await openSearches()
  mockRoute(workspaceRoutes.profileCounts, () => ({
    data: { clients: 0, tracked: 0, searches: 40 + searches.length },
  }))
  const nav = within(screen.getByRole('navigation', { name: 'Profile' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete search Cheap pairs' }))
  await waitFor(() => expect(screen.queryByText('Cheap pairs')).toBeNull())
  expect(await nav.findByText('41')).toBeTruthy()
  act(() => runUndo())
  await screen.findByText('Cheap pairs')
  expect(await nav.findByText('42')).toBeTruthy()
  expect(saves[0]?.body).toMatchObject({ event_id: 7, name: 'Cheap pairs', filter: { min_quantity: '2' } })
})

test('without searches the page says how to save one', async () => {
  mockShell()
  searches = []
  mockSearches()
  await renderRoute('/profile?tab=searches')
  expect(await screen.findByText('No saved searches')).toBeTruthy()
})

test('the event page saves its filters under a name, with the chosen alerts', async () => {
  mockEventPage()
  searches = []
  const saves = mockSearches()
  await openEventPage('?quantity=2&max=150&currency=GBP')
  await userEvent.click(screen.getByRole('button', { name: 'Save search' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save search' }))
  const name = dialog.getByRole('textbox', { name: 'Name' })
  expect(name).toHaveProperty('value', '2 tickets or more · up to £157.50 all-in')
  await userEvent.clear(name)
  await userEvent.type(name, 'Cheap pairs')
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Alert me by email' }))
  await userEvent.keyboard('{Tab}')
  await userEvent.click(dialog.getByRole('button', { name: 'Save search' }))
  await waitFor(() => expect(saves).toHaveLength(1))
  expect(saves[0]?.body).toEqual({
    event_id: expect.any(Number),
    name: 'Cheap pairs',
    filter: {
      min_quantity: 2,
      proceed_price_max: '150',
      my_listings: 'all_listings',
      target_currency: 'GBP',
    },
    live: true,
    mail: true,
  })
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Save search' })).toBeNull())
})

test('a search that cannot be saved shows the reason and keeps the input', async () => {
  mockEventPage()
  mockSearches()
  mockRoute(savedSearchesRoutes.save, () =>
    errorReply(
      409,
      'You’ve reached the limit of 50 saved searches. Delete one first',
      'saved_search.too_many',
    ),
  )
  await openEventPage()
  await userEvent.click(screen.getByRole('button', { name: 'Save search' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save search' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), '!')
  await userEvent.click(dialog.getByRole('button', { name: 'Save search' }))
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^You’ve reached the limit/)
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Any listing!')
})
