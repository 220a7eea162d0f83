import { attentionRoutes } from '@terrace/contracts/attention'
import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { holdsRoutes } from '@terrace/contracts/holds'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { act, cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockRoute } from '#web/test/mock-api.ts'
import { subscribedChannels, fakeChannel } from '#web/test/fakes/fake-realtime.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { wireAttention } from '#web/test/attention-factories.ts'
import { wireBasket, wireHold } from '#web/test/stock-factories.ts'

const user = { firstname: 'Jane', lastname: 'Miller', team_data: { id: 'tm_1', name: 'Harbour Box Office' } }

beforeEach(() => {
  mockShell()
  mockRoute(catalogueRoutes.hotEvents, () => ({ data: [] }))
})

const badge = () => screen.findByRole('button', { name: /Your account/ })

test('[X-HEAD-01] an order placed on another device shows on the avatar immediately', async () => {
  let orders = 3
  mockRoute(workspaceRoutes.counts, () => ({ data: { order_count: orders, quote_count: 0 } }))
  await renderRoute('/', { user })
  await vi.waitFor(async () => expect((await badge()).textContent).toContain('3 orders'))
  orders = 4
  act(() => fakeChannel('private-team-tm_1').onEvent('counts-changed', {}))
  await vi.waitFor(async () => expect((await badge()).textContent).toContain('4 orders'))
})

test("a colleague's hold shows in the basket immediately", async () => {
  let basket = wireBasket()
  mockRoute(holdsRoutes.list, () => basket)
  await renderRoute('/', { user })
  await badge()
  basket = wireBasket(wireHold())
  act(() => fakeChannel('private-team-tm_1').onEvent('holds-changed', {}))
  expect(await screen.findByRole('button', { name: 'Open basket, 2 tickets held' })).toBeTruthy()
})

test('the first subscription and every reconnect refetch what may have been missed', async () => {
  const requestsByRoute = [
    mockRoute(workspaceRoutes.counts, () => ({ data: { order_count: 0, quote_count: 0 } })),
    mockRoute(holdsRoutes.list, () => wireBasket()),
    // Several kinds of events concern it.
    mockRoute(attentionRoutes.read, () => wireAttention([])),
  ]
  await renderRoute('/', { user })
  await vi.waitFor(() => expect(requestsByRoute.map((requests) => requests.length)).toEqual([1, 1, 1]))
  act(() => fakeChannel('private-team-tm_1').onLive?.(true))
  await vi.waitFor(() => expect(requestsByRoute.map((requests) => requests.length)).toEqual([2, 2, 2]))
  act(() => fakeChannel('private-team-tm_1').onLive?.(false))
  act(() => fakeChannel('private-team-tm_1').onLive?.(true))
  await vi.waitFor(() => expect(requestsByRoute.map((requests) => requests.length)).toEqual([3, 3, 3]))
})

test('without a known team, and after leaving, there is no subscription', async () => {
  await renderRoute('/', { user: { firstname: 'Jane' } })
  await badge()
  expect(subscribedChannels()).toEqual([])
  cleanup()
  await renderRoute('/', { user })
  await badge()
  expect(subscribedChannels()).toEqual(['private-team-tm_1'])
  cleanup()
  expect(subscribedChannels()).toEqual([])
})

test('the login page opens no socket', async () => {
  await renderRoute('/login', { user: null })
  await screen.findByRole('heading', { name: 'Login' })
  expect(subscribedChannels()).toEqual([])
})
