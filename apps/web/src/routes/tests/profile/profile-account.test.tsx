import { passwordsRoutes } from '@terrace/contracts/passwords'
import { sessionsRoutes, type WireSession } from '@terrace/contracts/sessions'
import { teamsRoutes, type WireMember } from '@terrace/contracts/teams'
import { trackedListingsRoutes } from '@terrace/contracts/tracked-listings'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { wireTrackingSettings } from '#web/test/tracking-factories.ts'
import { wireCurrentUser } from '#web/test/user-factory.ts'

const session = (overrides: Partial<WireSession>): WireSession => ({
  id: 'ses_1',
  current: false,
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  address: '203.0.113.7',
  created_at: '2031-02-01T12:00:00.000Z',
  last_seen_at: '2031-02-03T12:00:00.000Z',
  ...overrides,
})
const currentSession = session({ id: 'ses_here', current: true })
const otherSession = session({
  id: 'ses_away',
  user_agent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit Version/26.0 Mobile Safari/604.1',
})

let live: WireSession[]
beforeEach(() => {
  live = [currentSession, otherSession, session({ id: 'ses_old', user_agent: 'curl/8' })]
  mockShell()
  mockRoute(workspaceRoutes.info, () => errorReply(503, 'Not now'))
  mockRoute(sessionsRoutes.list, () => ({ data: live }))
})

const sessions = async () => within(await screen.findByRole('region', { name: 'Sessions' }))
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

test.each([
  [true, 'confirmed'],
  [false, 'not confirmed yet'],
])('the account shows whether the email address is confirmed: %s', async (isConfirmed, text) => {
  mockRoute(workspaceRoutes.info, () => ({
    data: wireCurrentUser({ email: 'jane@harbour.example', email_verified: isConfirmed }),
  }))
  await renderRoute('/profile')
  expect(await screen.findByText(`jane@harbour.example, ${text}`)).toBeTruthy()
})

const team = async () => within(await screen.findByRole('region', { name: 'Your team' }))
const alerts = async () => within(await screen.findByRole('region', { name: 'Alerts' }))

test('[X-PROFILE-02] the account shows the user’s role and links to the team members', async () => {
  const { id, firstname, lastname, username, email, team_data } = wireCurrentUser()
  const joined = { joined_at: '2031-02-01T12:00:00.000Z', status: 'active' as const }
  const me: WireMember = { id, firstname, lastname, username, email, role: 'owner', is_me: true, ...joined }
  const pat: WireMember = { ...me, id: 'acc_2', role: 'member', is_me: false }
  mockRoute(workspaceRoutes.info, () => ({ data: wireCurrentUser() }))
  mockRoute(teamsRoutes.overview, () => ({
    data: {
      name: team_data.name,
      may_manage: true,
      members: [pat, me],
      invitations: [],
    },
  }))
  await renderRoute('/profile')
  const mine = await team()
  expect(mine.getByText('Your role').nextSibling?.textContent).toBe('Owner')
  expect(mine.getByRole('link', { name: 'Team members' }).getAttribute('href')).toBe('/profile?tab=team')
})

test('a team that fails to load does not block the rest of the account', async () => {
  mockRoute(workspaceRoutes.info, () => ({ data: wireCurrentUser() }))
  mockRoute(teamsRoutes.overview, () => errorReply(403, 'Not now'))
  await renderRoute('/profile')
  expect((await team()).queryByText('Your role')).toBeNull()
  expect((await team()).getByRole('link', { name: 'Team members' })).toBeTruthy()
})

test('[X-PROFILE-02] the account shows the active alerts and links to their settings', async () => {
  const lowStock = { live: true, mail: true, max_tickets: 4 }
  mockRoute(trackedListingsRoutes.settings, () => ({ data: wireTrackingSettings({ low_stock: lowStock }) }))
  await renderRoute('/profile')
  const shown = await alerts()
  expect(await shown.findByText('Price drop: in the app and by email')).toBeTruthy()
  expect(shown.getByText('Low availability (4 tickets or fewer): in the app and by email')).toBeTruthy()
  const change = shown.getByRole('link', { name: 'Change alerts' })
  expect(change.getAttribute('href')).toBe('/profile?tab=tracked')
})

test('alerts that fail to load show an error and can be retried', async () => {
  let isDown = true
  mockRoute(trackedListingsRoutes.settings, () =>
    isDown ? errorReply(422, 'Not now') : { data: wireTrackingSettings() },
  )
  await renderRoute('/profile')
  const shown = await alerts()
  expect(await shown.findByText('Couldn’t load your alert settings')).toBeTruthy()
  isDown = false
  await userEvent.click(shown.getByRole('button', { name: 'Try again' }))
  expect(await shown.findByText(/^Price drop/)).toBeTruthy()
})

test('the account lists the active sessions and marks the current one', async () => {
  await renderRoute('/profile')
  const rows = await (await sessions()).findAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Firefox on LinuxThis session203\.0\.113\.7 · logged in 01 Feb 31, \d\d:00$/),
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
  await renderRoute('/profile')
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
  await renderRoute('/profile')
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
  await renderRoute('/profile')
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
  await renderRoute('/profile')
  const list = await sessions()
  await userEvent.click(await list.findByRole('button', { name: 'Log out other devices' }))
  await vi.waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
  expect(list.queryByRole('button')).toBeNull()
})

test('a session that fails to end shows an error in its row', async () => {
  mockRoute(sessionsRoutes.revoke, () =>
    errorReply(404, 'This session has already ended', 'session.not_found'),
  )
  await renderRoute('/profile')
  const list = await sessions()
  await userEvent.click(await list.findByRole('button', { name: 'Log out curl/8' }))
  expect((await list.findByRole('alert')).textContent).toBe('This session has already ended')
})

test('sessions that fail to load show an error and can be retried', async () => {
  let isDown = true
  mockRoute(sessionsRoutes.list, () => (isDown ? errorReply(422, 'Not now') : { data: live }))
  await renderRoute('/profile')
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
  await renderRoute('/profile')
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
  await renderRoute('/profile')
  const form = within(await screen.findByRole('form', { name: 'Change password' }))
  await userEvent.type(field('Current password'), 'guess')
  await userEvent.type(field('New password'), 'new password')
  await userEvent.type(field('Confirm Password'), 'new password{Enter}')
  expect((await form.findByRole('alert')).textContent).toBe('The current password is incorrect')
  expect(field('New password').value).toBe('new password')
})

test('an invalid field blocks the request', async () => {
  const requests = mockRoute(passwordsRoutes.change, () => errorReply(422, 'never asked'))
  await renderRoute('/profile')
  await userEvent.type(await screen.findByLabelText('Current password'), '{Enter}')
  expect(screen.getByText('Current password is required')).toBeTruthy()
  expect(screen.getByText('Password is required')).toBeTruthy()
  expect(screen.getByText('Password confirmation is required')).toBeTruthy()
  expect(requests).toEqual([])
})
