import { teamsRoutes, type WireMember } from '@terrace/contracts/teams'
import { trackedListingsRoutes } from '@terrace/contracts/tracked-listings'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { wireTrackingSettings } from '#web/test/tracking-factories.ts'
import { wireCurrentUser } from '#web/test/user-factory.ts'

beforeEach(() => {
  mockShell()
  mockRoute(workspaceRoutes.info, () => errorReply(503, 'Not now'))
})

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
  const joined = {
    joined_at: '2031-02-01T12:00:00.000Z',
    status: 'active' as const,
    permissions: [],
    has_second_factor: false,
  }
  const me: WireMember = { id, firstname, lastname, username, email, role: 'owner', is_me: true, ...joined }
  const pat: WireMember = { ...me, id: 'acc_2', role: 'member', is_me: false }
  mockRoute(workspaceRoutes.info, () => ({ data: wireCurrentUser() }))
  mockRoute(teamsRoutes.overview, () => ({
    data: {
      name: team_data.name,
      may_manage: true,
      can_sell: false,
      second_factor_required_from: null,
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
