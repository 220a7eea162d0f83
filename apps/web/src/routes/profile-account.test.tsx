import { passwordsRoutes } from '@terrace/contracts/passwords'
import { sessionsRoutes, type WireSession } from '@terrace/contracts/sessions'
import { teamsRoutes, type WireMember } from '@terrace/contracts/teams'
import { trackedRoutes } from '@terrace/contracts/tracked-listings'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, fail } from '#web/test/api-server.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'
import { wireTrackingSettings } from '#web/test/tracking-factories.ts'
import { wireCurrentUser } from '#web/test/user-factory.ts'

const session = (given: Partial<WireSession>): WireSession => ({
  id: 'ses_1',
  current: false,
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  address: '203.0.113.7',
  created_at: '2031-02-01T12:00:00.000Z',
  last_seen_at: '2031-02-03T12:00:00.000Z',
  ...given,
})
const here = session({ id: 'ses_here', current: true })
const away = session({
  id: 'ses_away',
  user_agent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit Version/26.0 Mobile Safari/604.1',
})

let live: WireSession[]
beforeEach(() => {
  live = [here, away, session({ id: 'ses_old', user_agent: 'curl/8' })]
  answerShell()
  answer(workspaceRoutes.info, () => fail(503, 'Not now'))
  answer(sessionsRoutes.list, () => ({ data: live }))
})

const sessions = async () => within(await screen.findByRole('region', { name: 'Sessions' }))
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

test.each([
  [true, 'confirmed'],
  [false, 'not confirmed yet'],
])('one sees whether the own e-mail address is confirmed: %s', async (isConfirmed, words) => {
  answer(workspaceRoutes.info, () => ({
    data: wireCurrentUser({ email: 'jane@harbour.example', email_verified: isConfirmed }),
  }))
  await renderRoute('/profile')
  expect(await screen.findByText(`jane@harbour.example, ${words}`)).toBeTruthy()
})

const team = async () => within(await screen.findByRole('region', { name: 'Your team' }))
const alerts = async () => within(await screen.findByRole('region', { name: 'Alerts' }))

test('[X-PROFILE-02] one sees what one is in the own team, and the way to its people', async () => {
  const { id, firstname, lastname, username, email, team_data } = wireCurrentUser()
  const joined = { joined_at: '2031-02-01T12:00:00.000Z', status: 'active' as const }
  const me: WireMember = { id, firstname, lastname, username, email, role: 'owner', is_me: true, ...joined }
  const pat: WireMember = { ...me, id: 'acc_2', role: 'member', is_me: false }
  answer(workspaceRoutes.info, () => ({ data: wireCurrentUser() }))
  answer(teamsRoutes.overview, () => ({
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

test('a team that cannot be read keeps nothing else of the account back', async () => {
  answer(workspaceRoutes.info, () => ({ data: wireCurrentUser() }))
  answer(teamsRoutes.overview, () => fail(403, 'Not now'))
  await renderRoute('/profile')
  expect((await team()).queryByText('Your role')).toBeNull()
  expect((await team()).getByRole('link', { name: 'Team members' })).toBeTruthy()
})

test('[X-PROFILE-02] one sees of what one is alerted, and the way to change it', async () => {
  const few = { live: true, mail: true, at_most: 4 }
  answer(trackedRoutes.settings, () => ({ data: wireTrackingSettings({ low_stock: few }) }))
  await renderRoute('/profile')
  const shown = await alerts()
  expect(await shown.findByText('When the price drops: on the page and by email')).toBeTruthy()
  expect(shown.getByText('When 4 tickets or fewer are left: on the page and by email')).toBeTruthy()
  const change = shown.getByRole('link', { name: 'Change alerts' })
  expect(change.getAttribute('href')).toBe('/profile?tab=tracked')
})

test('alerts that cannot be had say so and can be asked for again', async () => {
  let isDown = true
  answer(trackedRoutes.settings, () => (isDown ? fail(422, 'Not now') : { data: wireTrackingSettings() }))
  await renderRoute('/profile')
  const shown = await alerts()
  expect(await shown.findByText('Your alert settings could not be loaded')).toBeTruthy()
  isDown = false
  await userEvent.click(shown.getByRole('button', { name: 'Try again' }))
  expect(await shown.findByText(/^When the price drops/)).toBeTruthy()
})

test('one sees where one is logged in, and which of them is this session', async () => {
  await renderRoute('/profile')
  const rows = await (await sessions()).findAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Firefox on LinuxThis session203\.0\.113\.7 · logged in 01 Feb 31, \d\d:00$/),
    expect.stringMatching(/^Safari on iOS.* · last used 03 Feb 31, \d\d:00End$/),
    expect.stringMatching(/^curl\/8.*End$/),
  ])
})

test('two sessions on devices of one name are told apart by what is said of each', async () => {
  live = live.map((session, place) =>
    session.current
      ? session
      : { ...session, user_agent: 'curl/8', last_seen_at: `2031-02-0${3 + place}T12:00:00.000Z` },
  )
  await renderRoute('/profile')
  const buttons = await (await sessions()).findAllByRole('button', { name: 'End the session of curl/8' })
  const said = buttons.map(
    (button) => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent,
  )
  expect(said).toHaveLength(2)
  expect(said[0]).toMatch(/ · last used /)
  expect(said[0]).not.toBe(said[1])
})

test('one session is ended, and the list says so', async () => {
  const requests = answer(sessionsRoutes.revoke, ({ params }) => {
    live = live.filter(({ id }) => id !== params['id'])
    return { data: { status: true } }
  })
  await renderRoute('/profile')
  const list = await sessions()
  await userEvent.click(await list.findByRole('button', { name: 'End the session of Safari on iOS' }))
  await vi.waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(2))
  expect(requests.map(({ params }) => params['id'])).toEqual(['ses_away'])
})

test('who ends sessions by keyboard goes on where they stood', async () => {
  answer(sessionsRoutes.revoke, ({ params }) => {
    live = live.filter(({ id }) => id !== params['id'])
    return { data: { status: true } }
  })
  await renderRoute('/profile')
  const list = await sessions()
  const first = await list.findByRole('button', { name: 'End the session of Safari on iOS' })
  act(() => first.focus())
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(first.isConnected).toBe(false))
  const next = list.getAllByRole('button').at(-1)
  await waitFor(() => expect(document.activeElement).toBe(next))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(list.queryAllByRole('button')).toEqual([]))
  await waitFor(() => expect(document.activeElement).toBe(list.getByRole('list')))
})

test('all other sessions are ended at once, and then nothing is left to end', async () => {
  answer(sessionsRoutes.revokeOthers, () => {
    live = [here]
    return { data: { status: true, ended: 2 } }
  })
  await renderRoute('/profile')
  const list = await sessions()
  await userEvent.click(await list.findByRole('button', { name: 'End all others' }))
  await vi.waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
  expect(list.queryByRole('button')).toBeNull()
})

test('a session that could not be ended says so where it stands', async () => {
  answer(sessionsRoutes.revoke, () => fail(404, 'This session has ended already', 'session.not_found'))
  await renderRoute('/profile')
  const list = await sessions()
  await userEvent.click(await list.findByRole('button', { name: 'End the session of curl/8' }))
  expect((await list.findByRole('alert')).textContent).toBe('This session has ended already')
})

test('sessions that cannot be had say so and can be asked for again', async () => {
  let isDown = true
  answer(sessionsRoutes.list, () => (isDown ? fail(422, 'Not now') : { data: live }))
  await renderRoute('/profile')
  const list = await sessions()
  expect(await list.findByText('Your sessions could not be loaded')).toBeTruthy()
  isDown = false
  await userEvent.click(list.getByRole('button', { name: 'Try again' }))
  expect(await list.findAllByRole('listitem')).toHaveLength(3)
})

test('the password is changed by who knows the present one; the form is empty then and says what has ended', async () => {
  const requests = answer(passwordsRoutes.change, () => ({
    data: { status: true },
    message: 'Your password has been changed',
  }))
  await renderRoute('/profile')
  await userEvent.type(await screen.findByLabelText('Current password'), 'terrace-demo')
  await userEvent.type(field('New password'), 'new password')
  await userEvent.type(field('Confirm Password'), 'new password{Enter}')
  expect(
    await screen.findByText('Your password has been changed. Your other sessions have ended.'),
  ).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([
    { current_password: 'terrace-demo', password: 'new password', password_confirmation: 'new password' },
  ])
  for (const label of ['Current password', 'New password', 'Confirm Password']) {
    expect(field(label).value).toBe('')
  }
})

test('a wrong present password says so beneath the form and loses nothing', async () => {
  answer(passwordsRoutes.change, () => fail(422, 'The current password is not correct'))
  await renderRoute('/profile')
  const form = within(await screen.findByRole('form', { name: 'Change password' }))
  await userEvent.type(field('Current password'), 'guess')
  await userEvent.type(field('New password'), 'new password')
  await userEvent.type(field('Confirm Password'), 'new password{Enter}')
  expect((await form.findByRole('alert')).textContent).toBe('The current password is not correct')
  expect(field('New password').value).toBe('new password')
})

test('nothing is sent while a field is wrong', async () => {
  const requests = answer(passwordsRoutes.change, () => fail(422, 'never asked'))
  await renderRoute('/profile')
  await userEvent.type(await screen.findByLabelText('Current password'), '{Enter}')
  expect(screen.getByText('Current password is required')).toBeTruthy()
  expect(screen.getByText('Password is required')).toBeTruthy()
  expect(screen.getByText('Password confirmation is required')).toBeTruthy()
  expect(requests).toEqual([])
})
