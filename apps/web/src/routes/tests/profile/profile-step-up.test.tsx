import { calendarsRoutes } from '@terrace/contracts/calendars'
import type { RouteContract } from '@terrace/contracts/route'
import { savedPeopleRoutes } from '@terrace/contracts/saved-people'
import { securityRoutes } from '@terrace/contracts/security'
import { teamsRoutes } from '@terrace/contracts/teams'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { wireColleague, wireMember } from '#web/test/member-factory.ts'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

/* Screens whose calls need a recent factor: the dialog opens by itself, and cancelling it changes nothing. */

const member = wireMember()
const pat = wireColleague()

let isConfirmed: boolean
beforeEach(() => {
  isConfirmed = false
  mockShell()
  mockRoute(savedPeopleRoutes.list, () => ({ data: [] }))
  mockRoute(teamsRoutes.overview, () => ({
    data: {
      name: 'Harbour Box Office',
      may_manage: true,
      can_sell: false,
      second_factor_required_from: null,
      members: [member, pat],
      invitations: [],
    },
  }))
  mockRoute(securityRoutes.confirm, () => {
    isConfirmed = true
    return { data: { status: true, confirmed_until: '2031-02-03T12:10:00.000Z' } }
  })
})

/** Returns the reply once the factor is confirmed. */
function mockGuarded(route: RouteContract, reply: () => unknown) {
  return mockRoute(route, () =>
    isConfirmed
      ? reply()
      : errorReply(403, 'Confirm that it’s you to continue', 'session.factor_required', {
          methods: ['password'],
        }),
  )
}

const prompt = async () => within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))

async function confirm() {
  await userEvent.type((await prompt()).getByLabelText('Password'), 'terrace-demo{Enter}')
}

const cancel = async () => userEvent.click((await prompt()).getByRole('button', { name: 'Close' }))

test('an invitation is sent after the confirmation; cancelling keeps what was typed', async () => {
  const sent = mockGuarded(teamsRoutes.invite, () => ({
    data: {
      id: 'inv_1',
      email: 'lee@guest.example',
      role: 'member',
      permissions: [],
      invited_by: 'Jane Miller',
      sent_at: '2031-02-01T12:00:00.000Z',
      expires_at: '2031-02-08T12:00:00.000Z',
      has_expired: false,
    },
    message: 'An invitation is on its way to lee@guest.example',
  }))
  await renderRoute('/profile?tab=team')
  const email = await screen.findByLabelText<HTMLInputElement>('Email')
  await userEvent.type(email, 'lee@guest.example{Enter}')
  await cancel()
  expect(await screen.findByText('Confirm that it’s you to continue')).toBeTruthy()
  expect(email.value).toBe('lee@guest.example')
  await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }))
  await confirm()
  expect(await screen.findByText('An invitation is on its way to lee@guest.example')).toBeTruthy()
  expect(sent).toHaveLength(3)
})

test('a role changes after the confirmation; cancelling shows the role that still applies', async () => {
  const changed = mockGuarded(teamsRoutes.changeRole, () => ({ data: { status: true } }))
  await renderRoute('/profile?tab=team')
  const role = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Role of Pat Guest' })
  await userEvent.selectOptions(role, 'owner')
  await cancel()
  expect(await screen.findByText('Confirm that it’s you to continue')).toBeTruthy()
  expect(role.value).toBe('member')
  await userEvent.selectOptions(role, 'owner')
  await confirm()
  await waitFor(() => expect(changed).toHaveLength(3))
})

test('removing a member asks above its own question; cancelling keeps them', async () => {
  const removed = mockGuarded(teamsRoutes.remove, () => ({ data: { status: true } }))
  await renderRoute('/profile?tab=team')
  async function remove() {
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Pat Guest' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove Pat Guest?' }))
    await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  }
  await remove()
  await cancel()
  expect(await screen.findByText('Confirm that it’s you to continue')).toBeTruthy()
  await remove()
  await confirm()
  await waitFor(() => expect(removed).toHaveLength(3))
})

test('the address of one’s own calendar is created after the confirmation', async () => {
  mockRoute(calendarsRoutes.list, () => ({ data: [] }))
  const created = mockGuarded(calendarsRoutes.create, () => errorReply(422, 'There are too many calendars'))
  await renderRoute('/profile')
  await userEvent.click(await screen.findByRole('button', { name: 'Add my holds and orders' }))
  await confirm()
  expect(await screen.findByText('There are too many calendars')).toBeTruthy()
  expect(created).toHaveLength(2)
})
