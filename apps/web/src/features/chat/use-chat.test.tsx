import { accountsRoutes } from '@terrace/contracts/accounts'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { call } from '#web/lib/http/api-client.ts'
import { redirectTo } from '#web/lib/url/navigation.ts'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { testEnv } from '#web/test/test-env.ts'
import { wireCurrentUser } from '#web/test/user-factory.ts'

vi.mock('#web/lib/url/navigation.ts', () => ({ redirectTo: vi.fn<(path: string) => void>() }))

/** Replaces the provider's library and records its calls. */
const { calls } = vi.hoisted(() => ({ calls: new Array<[string, unknown?]>() }))
vi.mock('@intercom/messenger-js-sdk', () => ({
  Intercom: (settings: unknown) => calls.push(['Intercom', settings]),
  boot: (settings: unknown) => calls.push(['boot', settings]),
  update: (settings: unknown) => calls.push(['update', settings]),
  shutdown: () => calls.push(['shutdown']),
}))

const chat = { app_id: 'abc123', region: 'eu' } as const

beforeEach(() => {
  calls.length = 0
  vi.mocked(redirectTo).mockReset()
  mockShell()
})

async function openPolicy(settings: typeof chat | undefined) {
  const env = settings === undefined ? testEnv : { ...testEnv, chat: settings }
  const router = await renderRoute('/trade-buyer-policy', { env })
  await screen.findByRole('heading', { name: 'Buyer policy', level: 1 })
  return router
}
const booted = () => vi.waitFor(() => expect(calls).toHaveLength(1))

test('[CHAT-01] the widget boots once, with user, company, creation time and hash', async () => {
  mockRoute(workspaceRoutes.info, () => ({ data: wireCurrentUser({ intercom_hash: 'h4sh' }) }))
  await openPolicy(chat)
  await booted()
  expect(calls[0]).toEqual([
    expect.stringMatching(/^(Intercom|boot)$/),
    expect.objectContaining({
      app_id: 'abc123',
      user_id: 'acc_1',
      name: 'Jane Miller',
      phone: '+44 20 7946 0123',
      email: 'jane@harbour.example',
      created_at: Date.UTC(2030, 0, 2, 3, 4, 5) / 1000,
      company: { company_id: 'tm_1', name: 'Harbour Box Office' },
      user_hash: 'h4sh',
    }),
  ])
})

test('[CHAT-01] a JWT replaces the hash', async () => {
  const user = wireCurrentUser({ intercom_user_jwt: 'a.b.c' })
  mockRoute(workspaceRoutes.info, () => ({ data: user }))
  await openPolicy(chat)
  await booted()
  expect(calls[0]?.[1]).toMatchObject({ intercom_user_jwt: 'a.b.c' })
  expect(calls[0]?.[1]).not.toHaveProperty('user_hash')
})

test('a path change is reported once, a query change is not', async () => {
  mockRoute(workspaceRoutes.info, () => ({ data: wireCurrentUser() }))
  const router = await openPolicy(chat)
  await booted()
  await act(() => router.navigate({ href: '/trade-buyer-policy?from=here' }))
  expect(calls).toHaveLength(1)
  await act(() => router.navigate({ href: '/profile?tab=quotes' }))
  expect(calls.map(([name]) => name)).toEqual([expect.any(String), 'update'])
})

test('logging out removes the widget and its conversation before the redirect', async () => {
  mockRoute(workspaceRoutes.info, () => ({ data: wireCurrentUser() }))
  mockRoute(accountsRoutes.logOut, () => ({ data: { status: true } }))
  vi.mocked(redirectTo).mockImplementation(() => void calls.push(['left']))
  await openPolicy(chat)
  await booted()
  await userEvent.click(screen.getByRole('button', { name: /Your account/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  await vi.waitFor(() => expect(redirectTo).toHaveBeenCalledOnce())
  expect(calls.slice(1).map(([name]) => name)).toEqual(['shutdown', 'left'])
})

test('losing the session removes the widget too', async () => {
  mockRoute(workspaceRoutes.info, () => ({ data: wireCurrentUser() }))
  await openPolicy(chat)
  await booted()
  mockRoute(workspaceRoutes.counts, () => errorReply(401, 'Log in to continue'))
  await call(workspaceRoutes.counts).catch(() => undefined)
  expect(calls).toContainEqual(['shutdown'])
})

test('without a chat configuration no widget is loaded', async () => {
  await openPolicy(undefined)
  expect(calls).toEqual([])
})

test('without a current user the chat stays off and the page works', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  mockRoute(workspaceRoutes.info, () => errorReply(422, 'No'))
  await openPolicy(chat)
  await vi.waitFor(() =>
    expect(consoleError).toHaveBeenCalledWith('Failed to start chat:', expect.anything()),
  )
  expect(calls).toEqual([])
})
