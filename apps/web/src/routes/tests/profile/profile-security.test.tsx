import { passwordsRoutes } from '@terrace/contracts/passwords'
import { securityRoutes } from '@terrace/contracts/security'
import { sessionsRoutes, type WireSession } from '@terrace/contracts/sessions'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

const session = (overrides: Partial<WireSession>): WireSession => ({
  id: 'ses_1',
  current: false,
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  address: '203.0.113.0/24',
  same_network: false,
  created_at: '2031-02-01T12:00:00.000Z',
  last_seen_at: '2031-02-03T12:00:00.000Z',
  ...overrides,
})
const currentSession = session({ id: 'ses_here', current: true, same_network: true })
const otherSession = session({
  id: 'ses_away',
  user_agent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit Version/26.0 Mobile Safari/604.1',
})

let live: WireSession[]
beforeEach(() => {
  live = [currentSession, otherSession, session({ id: 'ses_old', user_agent: 'curl/8' })]
  mockShell()
  mockRoute(sessionsRoutes.list, () => ({ data: live }))
})

const sessions = async () => within(await screen.findByRole('region', { name: 'Sessions' }))
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

test('the tab "Security" lists the active sessions and marks the current one', async () => {
  await renderRoute('/profile?tab=security')
  const rows = await (await sessions()).findAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(
      /^Firefox on LinuxThis session203\.0\.113\.0\/24 \(this network\) · logged in 01 Feb 31, \d\d:00$/,
    ),
    expect.stringMatching(/^Safari on iOS.* · last used 03 Feb 31, \d\d:00Log out$/),
    expect.stringMatching(/^curl\/8.*Log out$/),
  ])
})

test('two sessions on devices with the same name show distinguishing details', async () => {
  live = live.map((session, place) =>
    session.current
      ? session
      : { ...session, user_agent: 'curl/8', last_seen_at: `2031-02-0${3 + place}T12:00:00.000Z` },
  )
  await renderRoute('/profile?tab=security')
  const buttons = await (await sessions()).findAllByRole('button', { name: 'Log out curl/8' })
  const labels = buttons.map(
    (button) => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent,
  )
  expect(labels).toHaveLength(2)
  expect(labels[0]).toMatch(/ · last used /)
  expect(labels[0]).not.toBe(labels[1])
})

test('ending one session updates the list', async () => {
  const requests = mockRoute(sessionsRoutes.revoke, ({ params }) => {
    live = live.filter(({ id }) => id !== params['id'])
    return { data: { status: true } }
  })
  await renderRoute('/profile?tab=security')
  const list = await sessions()
  await userEvent.click(await list.findByRole('button', { name: 'Log out Safari on iOS' }))
  await vi.waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(2))
  expect(requests.map(({ params }) => params['id'])).toEqual(['ses_away'])
})

test('ending sessions by keyboard keeps focus at their place in the list', async () => {
  mockRoute(sessionsRoutes.revoke, ({ params }) => {
    live = live.filter(({ id }) => id !== params['id'])
    return { data: { status: true } }
  })
  await renderRoute('/profile?tab=security')
  const list = await sessions()
  const first = await list.findByRole('button', { name: 'Log out Safari on iOS' })
  act(() => first.focus())
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(first.isConnected).toBe(false))
  const next = list.getAllByRole('button').at(-1)
  await waitFor(() => expect(document.activeElement).toBe(next))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(list.queryAllByRole('button')).toEqual([]))
  await waitFor(() => expect(document.activeElement).toBe(list.getByRole('list')))
})

test('all other sessions can be ended at once', async () => {
  mockRoute(sessionsRoutes.revokeOthers, () => {
    live = [currentSession]
    return { data: { status: true, ended: 2 } }
  })
  await renderRoute('/profile?tab=security')
  const list = await sessions()
  await userEvent.click(await list.findByRole('button', { name: 'Log out other devices' }))
  await vi.waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
  expect(list.queryByRole('button')).toBeNull()
})

test('a session that fails to end shows an error in its row', async () => {
  mockRoute(sessionsRoutes.revoke, () =>
    errorReply(404, 'This session has already ended', 'session.not_found'),
  )
  await renderRoute('/profile?tab=security')
  const list = await sessions()
  await userEvent.click(await list.findByRole('button', { name: 'Log out curl/8' }))
  expect((await list.findByRole('alert')).textContent).toBe('This session has already ended')
})

test('sessions that fail to load show an error and can be retried', async () => {
  let isDown = true
  mockRoute(sessionsRoutes.list, () => (isDown ? errorReply(422, 'Not now') : { data: live }))
  await renderRoute('/profile?tab=security')
  const list = await sessions()
  expect(await list.findByText('Couldn’t load your sessions')).toBeTruthy()
  isDown = false
  await userEvent.click(list.getByRole('button', { name: 'Try again' }))
  expect(await list.findAllByRole('listitem')).toHaveLength(3)
})

test('changing the password requires the current one, clears the form and reports ended sessions', async () => {
  const requests = mockRoute(passwordsRoutes.change, () => ({
    data: { status: true },
    message: 'Your password has been changed',
  }))
  await renderRoute('/profile?tab=security')
  await userEvent.type(await screen.findByLabelText('Current password'), 'terrace-demo')
  await userEvent.type(field('New password'), 'new password')
  await userEvent.type(field('Confirm Password'), 'new password{Enter}')
  expect(
    await screen.findByText('Your password has been changed. You’ve been logged out on other devices.'),
  ).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([
    { current_password: 'terrace-demo', password: 'new password', password_confirmation: 'new password' },
  ])
  for (const label of ['Current password', 'New password', 'Confirm Password']) {
    expect(field(label).value).toBe('')
  }
})

test('a wrong current password shows an error below the form and keeps the input', async () => {
  mockRoute(passwordsRoutes.change, () => errorReply(422, 'The current password is incorrect'))
  await renderRoute('/profile?tab=security')
  const form = within(await screen.findByRole('form', { name: 'Change password' }))
  await userEvent.type(field('Current password'), 'guess')
  await userEvent.type(field('New password'), 'new password')
  await userEvent.type(field('Confirm Password'), 'new password{Enter}')
  expect((await form.findByRole('alert')).textContent).toBe('The current password is incorrect')
  expect(field('New password').value).toBe('new password')
})

test('an invalid field blocks the request', async () => {
  const requests = mockRoute(passwordsRoutes.change, () => errorReply(422, 'never asked'))
  await renderRoute('/profile?tab=security')
  await userEvent.type(await screen.findByLabelText('Current password'), '{Enter}')
  expect(screen.getByText('Current password is required')).toBeTruthy()
  expect(screen.getByText('Password is required')).toBeTruthy()
  expect(screen.getByText('Password confirmation is required')).toBeTruthy()
  expect(requests).toEqual([])
})

/** The password can be changed once the dialog has proved it again. */
function mockFactorRequired() {
  let isConfirmed = false
  const changes = mockRoute(passwordsRoutes.change, () =>
    isConfirmed
      ? { data: { status: true }, message: 'Your password has been changed' }
      : errorReply(403, 'Confirm that it’s you to continue', 'session.factor_required', {
          methods: ['password'],
        }),
  )
  const confirmations = mockRoute(securityRoutes.confirm, ({ body }) => {
    if (!('password' in body) || body.password !== 'terrace-demo')
      return errorReply(422, 'The password is incorrect', 'factor.rejected')
    isConfirmed = true
    return { data: { status: true, confirmed_until: '2031-02-03T12:10:00.000Z' } }
  })
  return { changes, confirmations }
}

async function changePassword() {
  await userEvent.type(await screen.findByLabelText('Current password'), 'terrace-demo')
  await userEvent.type(field('New password'), 'new password')
  await userEvent.type(field('Confirm Password'), 'new password{Enter}')
  return within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
}

test('a call that needs a recent factor opens the dialog and goes on after the confirmation', async () => {
  const { changes, confirmations } = mockFactorRequired()
  await renderRoute('/profile?tab=security')
  const dialog = await changePassword()
  const password = dialog.getByLabelText<HTMLInputElement>('Password')
  await waitFor(() => expect(document.activeElement).toBe(password))
  await userEvent.type(password, 'guess{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toBe('The password is incorrect')
  await userEvent.clear(password)
  await userEvent.type(password, 'terrace-demo{Enter}')
  expect(await screen.findByText(/^Your password has been changed/)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(changes).toHaveLength(2)
  expect(confirmations).toHaveLength(2)
})

test('cancelling the confirmation leaves everything as it was', async () => {
  const { changes, confirmations } = mockFactorRequired()
  await renderRoute('/profile?tab=security')
  const dialog = await changePassword()
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
  expect(await screen.findByText('Confirm that it’s you to continue')).toBeTruthy()
  expect(field('New password').value).toBe('new password')
  expect([changes.length, confirmations.length]).toEqual([1, 0])
})
