import { closingRoutes } from '@terrace/contracts/closing'
import { emailChangeRoutes } from '@terrace/contracts/email-change'
import { notificationsRoutes } from '@terrace/contracts/notifications'
import { preferencesRoutes } from '@terrace/contracts/preferences'
import { securityRoutes } from '@terrace/contracts/security'
import { sessionsRoutes } from '@terrace/contracts/sessions'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { subscribedChannels } from '#web/test/fakes/fake-realtime.ts'
import { wireEmailAddress } from '#web/test/email-address-factory.ts'
import { mockRoute } from '#web/test/mock-api.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { wireSecurity } from '#web/test/security-factory.ts'

beforeEach(() => {
  mockRoute(sessionsRoutes.list, () => ({ data: [] }))
  mockRoute(securityRoutes.overview, () => ({ data: wireSecurity() }))
  mockRoute(emailChangeRoutes.read, () => ({ data: wireEmailAddress() }))
  mockRoute(closingRoutes.read, () => ({ data: { reasons: [], ends_team: true } }))
  mockRoute(preferencesRoutes.read, () => ({ data: {} }))
  mockRoute(notificationsRoutes.unread, () => ({ data: { unread: 0 } }))
})

const user = { id: 'usr_1', firstname: 'Sam', team_data: { id: 'tm_1', name: 'Kop Stock' } }

test('an operator gets a page with the commands for their work, without a buyer’s links or requests', async () => {
  // Any other request fails the test.
  for (const address of ['/', '/profile?tab=purchases', '/checkout', '/sell/inventory']) {
    await renderRoute(address, { user: { ...user, role: 'operator' } })
    const title = { level: 1, name: 'You’re logged in as an operator' }
    expect((await screen.findAllByRole('heading', title)).length).toBeGreaterThan(0)
  }
  expect(screen.getAllByText('npm run admin -- approve').length).toBeGreaterThan(0)
  expect(screen.getAllByText('Sam, Kop Stock').length).toBeGreaterThan(0)
  expect(screen.queryAllByRole('link')).toEqual([])
  expect(screen.getAllByRole('button', { name: 'Logout' }).length).toBeGreaterThan(0)
  expect(subscribedChannels()).toEqual([])
})

test('a seller’s account page has their settings and the work without a screen', async () => {
  await renderRoute('/sell/account', { user: { ...user, role: 'seller' } })
  expect(await screen.findByRole('heading', { level: 1, name: 'Account' })).toBeTruthy()
  expect(screen.getByText('npm run admin -- deliver')).toBeTruthy()
  const pages = within(screen.getByRole('navigation', { name: 'Sell' })).getAllByRole('link')
  expect(pages.map((page) => page.textContent)).toEqual([
    'Inventory',
    'Import',
    'API keys',
    'Rules',
    'Account',
  ])
})

test.each([
  [
    'only sells',
    { role: 'seller', can_buy: false, can_sell: true },
    [
      'Your team sold tickets',
      'Tickets you kept off sale go back on sale soon',
      'A price rule stopped',
      'Messages shown on a page',
    ],
  ],
  [
    'buys and sells',
    { role: 'buyer', can_buy: true, can_sell: true },
    [
      'A client opened a quote',
      'A client hasn’t opened a quote',
      'A client accepted a quote',
      'A client declined a quote',
      'Your team placed an order or sold tickets',
      'Tickets were delivered',
      'Cancellations, refunds and disputes',
      'A hold expired, or tickets you kept off sale go back on sale soon',
      'A listing matches a saved search',
      'A price rule stopped',
      'Messages shown on a page',
    ],
  ],
])('a team that %s chooses among the notifications that it can get', async (_, sides, expected) => {
  await renderRoute('/sell/account', { user: { ...user, ...sides } })
  const section = within(await screen.findByRole('region', { name: 'Notifications' }))
  const kinds = section.getAllByRole('listitem').map((item) => item.textContent)
  expect(kinds).toEqual(expected)
  expect(screen.queryByText(/^Price and stock alerts/) !== null).toBe(sides.can_buy)
})

const openPage = async (role: string) => {
  await renderRoute(role === 'seller' ? '/sell/account' : '/', { user: { ...user, role } })
  await screen.findByRole('heading', { level: 1 })
}
const lines = () => screen.getAllByRole('option').map((line) => line.textContent)
const openPalette = async () => {
  await userEvent.keyboard('{Control>}k{/Control}')
  return screen.findByRole('combobox', { name: 'Search or run a command' })
}

test.each(['seller', 'operator'])('? lists the keys of the %s’s page', async (role) => {
  await openPage(role)
  await userEvent.keyboard('?')
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  expect(dialog.getByText('Search or run a command')).toBeTruthy()
  expect(dialog.getByText('Show shortcuts')).toBeTruthy()
})

test.each(['seller', 'operator'])('the %s’s palette has commands of account and page only', async (role) => {
  await openPage(role)
  const field = await openPalette()
  expect(lines().map((line) => line.replace(/\?$/, ''))).toEqual([
    'Change password',
    'Second factor',
    'Email address',
    'Display and keyboard',
    'Sessions',
    ...(role === 'seller' ? ['Open notificationsN'] : []),
    'Show shortcuts',
    'Theme: light',
    'Theme: dark',
    'Turn single-key shortcuts off',
    'Logout',
  ])
  const dialog = within(screen.getByRole('dialog', { name: 'Search or run a command' }))
  expect(dialog.queryByText(/clients|orders/)).toBeNull()
  await userEvent.type(field, 'password')
  expect(lines()).toEqual(['Change password'])
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toHaveProperty('type', 'password')
})

test('a seller can change the theme in the palette, and the account keeps the choice', async () => {
  const saved = mockRoute(preferencesRoutes.change, ({ body }) => ({ data: body }))
  await openPage('seller')
  await userEvent.type(await openPalette(), 'dark{Enter}')
  await vi.waitFor(() => expect(saved.map(({ body }) => body)).toEqual([{ theme: 'dark' }]))
  expect(screen.getByRole('radio', { name: 'Dark' })).toHaveProperty('checked', true)
})
