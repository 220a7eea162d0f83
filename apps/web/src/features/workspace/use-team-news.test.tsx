import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { holdsRoutes } from '@terrace/contracts/holds'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { act, cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer } from '#web/test/api-server.ts'
import { listenedChannels, playRealtime } from '#web/test/fake-realtime.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'
import { wireBasket, wireHold } from '#web/test/stock-factories.ts'

const user = { firstname: 'Jane', lastname: 'Miller', team_data: { id: 'tm_1', name: 'Harbour Box Office' } }

beforeEach(() => {
  answerShell()
  answer(catalogueRoutes.hotEvents, () => ({ data: [] }))
})

const badge = () => screen.findByRole('button', { name: /Your account/ })

test('[X-HEAD-01] an order placed on another device shows on the avatar at once', async () => {
  let orders = 3
  answer(workspaceRoutes.counts, () => ({ data: { order_count: orders, quote_count: 0 } }))
  await renderRoute('/', { user })
  await vi.waitFor(async () => expect((await badge()).textContent).toContain('3 orders and quotes'))
  orders = 4
  act(() => playRealtime('private-team-tm_1').onEvent('counts-changed', {}))
  await vi.waitFor(async () => expect((await badge()).textContent).toContain('4 orders and quotes'))
})

test('what a colleague holds is in the basket at once', async () => {
  let basket = wireBasket()
  answer(holdsRoutes.list, () => basket)
  await renderRoute('/', { user })
  await badge()
  basket = wireBasket(wireHold())
  act(() => playRealtime('private-team-tm_1').onEvent('holds-changed', {}))
  expect(await screen.findByText(/2 tickets/)).toBeTruthy()
})

test('once the team is heard, at first as after a lost connection, what could have been missed is asked again', async () => {
  const asked = [
    answer(workspaceRoutes.counts, () => ({ data: { order_count: 0, quote_count: 0 } })),
    answer(holdsRoutes.list, () => wireBasket()),
  ]
  await renderRoute('/', { user })
  await vi.waitFor(() => expect(asked.map((requests) => requests.length)).toEqual([1, 1]))
  act(() => playRealtime('private-team-tm_1').onLive?.(true))
  await vi.waitFor(() => expect(asked.map((requests) => requests.length)).toEqual([2, 2]))
  act(() => playRealtime('private-team-tm_1').onLive?.(false))
  act(() => playRealtime('private-team-tm_1').onLive?.(true))
  await vi.waitFor(() => expect(asked.map((requests) => requests.length)).toEqual([3, 3]))
})

test('nobody listens to a team of which nothing is known, nor after leaving', async () => {
  await renderRoute('/', { user: { firstname: 'Jane' } })
  await badge()
  expect(listenedChannels()).toEqual([])
  cleanup()
  await renderRoute('/', { user })
  await badge()
  expect(listenedChannels()).toEqual(['private-team-tm_1'])
  cleanup()
  expect(listenedChannels()).toEqual([])
})

test('the login page opens no socket', async () => {
  await renderRoute('/login', { user: null })
  await screen.findByRole('heading', { name: 'Login' })
  expect(listenedChannels()).toEqual([])
})
