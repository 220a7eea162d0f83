import { inventoryApiKeysRoutes } from '@terrace/contracts/inventory-api-keys'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { redirectTo } from '#web/lib/url/navigation.ts'
import { fakeChannel } from '#web/test/fakes/fake-realtime.ts'
import { mockRoute } from '#web/test/mock-api.ts'
import { seller } from '#web/test/mock-inventory.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { wireCurrentUser } from '#web/test/user-factory.ts'

vi.mock('#web/lib/url/navigation.ts', () => ({ redirectTo: vi.fn<(path: string) => void>() }))

const buyer = {
  firstname: 'Jane',
  lastname: 'Miller',
  username: 'buyer',
  base_currency: 'GBP',
  team_data: { name: 'Harbour Box Office' },
}

beforeEach(() => {
  mockShell()
  mockRoute(inventoryApiKeysRoutes.list, () => ({ data: { keys: [], can_manage: true } }))
})

async function openDesk(access: { can_buy: boolean; can_sell: boolean }) {
  await renderRoute('/sell/api-keys', { user: { ...seller, ...access } })
  await screen.findByText('No API keys')
}

async function openAccountMenu(access: { can_buy: boolean; can_sell: boolean }) {
  mockRoute(workspaceRoutes.info, () => ({ data: wireCurrentUser(access) }))
  await renderRoute('/', { user: { ...buyer, ...access } })
  await userEvent.click(await screen.findByRole('button', { name: /account/i }))
  return within(await screen.findByRole('menu'))
}

test('the desk of a team that does both links to buying', async () => {
  await openDesk({ can_buy: true, can_sell: true })
  const nav = within(await screen.findByRole('navigation', { name: 'Buy or sell' }))
  expect(nav.getByRole('link', { name: 'Buy' }).getAttribute('href')).toBe('/')
  expect(nav.getByText('Sell').getAttribute('aria-current')).toBe('page')
})

test('the desk of a team that only sells has no switch', async () => {
  await openDesk({ can_buy: false, can_sell: true })
  expect(screen.queryByRole('navigation', { name: 'Buy or sell' })).toBeNull()
})

test.each([
  [true, 1],
  [false, 0],
])(
  'the header of the buyers’ pages links to selling for a team that does both (%s)',
  async (canSell, count) => {
    await renderRoute('/', { user: { ...buyer, can_buy: true, can_sell: canSell } })
    await screen.findByRole('button', { name: /account/i })
    if (count === 1) {
      const nav = within(await screen.findByRole('navigation', { name: 'Buy or sell' }))
      expect(nav.getByRole('link', { name: 'Sell' }).getAttribute('href')).toBe('/sell/inventory')
      expect(nav.getByText('Buy').getAttribute('aria-current')).toBe('page')
    } else expect(screen.queryByRole('navigation', { name: 'Buy or sell' })).toBeNull()
  },
)

test('the account menu of a team that does both switches to the desk', async () => {
  const menu = await openAccountMenu({ can_buy: true, can_sell: true })
  await userEvent.click(await menu.findByRole('menuitem', { name: 'Switch to Sell' }))
  expect(redirectTo).toHaveBeenCalledWith('/sell/inventory')
})

test('the account menu of a team that only buys leads to the application', async () => {
  const menu = await openAccountMenu({ can_buy: true, can_sell: false })
  expect(menu.queryByRole('menuitem', { name: 'Switch to Sell' })).toBeNull()
  await userEvent.click(menu.getByRole('menuitem', { name: 'Start selling' }))
  expect(redirectTo).toHaveBeenCalledWith('/profile?tab=team&show=selling')
})

test('the desk opens in a session from before the team was approved', async () => {
  const access = { can_buy: true, can_sell: true, seller_permissions: ['view' as const] }
  mockRoute(workspaceRoutes.info, () => ({ data: wireCurrentUser(access) }))
  await renderRoute('/sell/api-keys', { user: { ...buyer, can_buy: true, can_sell: false } })
  expect(await screen.findByText('No API keys')).toBeTruthy()
})

test('a team that was approved while the page was offline may sell once it is back', async () => {
  mockRoute(workspaceRoutes.info, () => ({ data: wireCurrentUser({ can_buy: true, can_sell: true }) }))
  const team_data = { id: 'tm_1', name: 'Harbour Box Office' }
  await renderRoute('/', { user: { ...buyer, team_data, can_buy: true, can_sell: false } })
  await screen.findByRole('button', { name: /account/i })
  const { onLive } = fakeChannel('private-team-tm_1')
  act(() => onLive?.(true))
  expect(screen.queryByRole('navigation', { name: 'Buy or sell' })).toBeNull()
  act(() => onLive?.(false))
  act(() => onLive?.(true))
  expect(await screen.findByRole('navigation', { name: 'Buy or sell' })).toBeTruthy()
})
