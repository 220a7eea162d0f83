import { accountsRoutes } from '@terrace/contracts/accounts'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { call } from '#web/lib/api-client.ts'
import { leaveTo } from '#web/lib/navigation.ts'
import { answer, fail } from '#web/test/api-server.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'
import { testEnv } from '#web/test/test-env.ts'
import { wireCurrentUser } from '#web/test/user-factory.ts'

vi.mock('#web/lib/navigation.ts', () => ({ leaveTo: vi.fn<(path: string) => void>() }))

/** In place of the provider's library: notes what it is asked to do. */
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
  vi.mocked(leaveTo).mockReset()
  answerShell()
})

async function openPolicy(settings: typeof chat | undefined) {
  const env = settings === undefined ? testEnv : { ...testEnv, chat: settings }
  const router = await renderRoute('/trade-buyer-policy', { env })
  await screen.findByRole('heading', { name: 'Buyer policy', level: 1 })
  return router
}
const booted = () => vi.waitFor(() => expect(calls).toHaveLength(1))

test('[CHAT-01] the widget boots once, with user, company, time of opening and hash', async () => {
  answer(workspaceRoutes.info, () => ({ data: wireCurrentUser({ intercom_hash: 'h4sh' }) }))
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

test('[CHAT-01] a JWT goes in the place of the hash', async () => {
  const user = wireCurrentUser({ intercom_user_jwt: 'a.b.c' })
  answer(workspaceRoutes.info, () => ({ data: user }))
  await openPolicy(chat)
  await booted()
  expect(calls[0]?.[1]).toMatchObject({ intercom_user_jwt: 'a.b.c' })
  expect(calls[0]?.[1]).not.toHaveProperty('user_hash')
})

test('another page is told once, another query of the same page is not', async () => {
  answer(workspaceRoutes.info, () => ({ data: wireCurrentUser() }))
  const router = await openPolicy(chat)
  await booted()
  await act(() => router.navigate({ href: '/trade-buyer-policy?from=here' }))
  expect(calls).toHaveLength(1)
  await act(() => router.navigate({ href: '/profile?tab=quotes' }))
  expect(calls.map(([name]) => name)).toEqual([expect.any(String), 'update'])
})

test('logging out takes the widget and its conversation off before the browser leaves', async () => {
  answer(workspaceRoutes.info, () => ({ data: wireCurrentUser() }))
  answer(accountsRoutes.logOut, () => ({ data: { status: true } }))
  vi.mocked(leaveTo).mockImplementation(() => void calls.push(['left']))
  await openPolicy(chat)
  await booted()
  await userEvent.click(screen.getByRole('button', { name: /Your account/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  await vi.waitFor(() => expect(leaveTo).toHaveBeenCalledOnce())
  expect(calls.slice(1).map(([name]) => name)).toEqual(['shutdown', 'left'])
})

test('a lost session does so as well', async () => {
  answer(workspaceRoutes.info, () => ({ data: wireCurrentUser() }))
  await openPolicy(chat)
  await booted()
  answer(workspaceRoutes.counts, () => fail(401, 'Please log in'))
  await call(workspaceRoutes.counts).catch(() => undefined)
  expect(calls).toContainEqual(['shutdown'])
})

test('without a chat nobody is asked for, and nothing of it is loaded', async () => {
  const asked = answer(workspaceRoutes.info, () => ({ data: wireCurrentUser() }))
  await openPolicy(undefined)
  expect(asked).toHaveLength(0)
  expect(calls).toEqual([])
})

test('where the user cannot be had there is no chat, and the page stands', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  answer(workspaceRoutes.info, () => fail(422, 'No'))
  await openPolicy(chat)
  await vi.waitFor(() => expect(told).toHaveBeenCalledWith('No chat:', expect.anything()))
  expect(calls).toEqual([])
})
