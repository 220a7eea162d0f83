import { savedPeopleRoutes } from '@terrace/contracts/saved-people'
import { teamsRoutes, type WireMember } from '@terrace/contracts/teams'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { wireColleague, wireMember } from '#web/test/member-factory.ts'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

let pat: WireMember
let canSell: boolean
beforeEach(() => {
  canSell = true
  pat = wireColleague({ permissions: ['view'] })
  mockShell()
  mockRoute(savedPeopleRoutes.list, () => ({ data: [] }))
  mockRoute(teamsRoutes.overview, () => ({
    data: {
      name: 'Harbour Box Office',
      may_manage: true,
      can_sell: canSell,
      second_factor_required_from: null,
      members: [wireMember(), pat],
      invitations: [],
    },
  }))
})

const open = () => renderRoute('/profile?tab=team')
const permissions = async (name = 'Permissions of Pat Guest') =>
  within(await screen.findByRole('group', { name }))
const checked = (group: Awaited<ReturnType<typeof permissions>>) =>
  group
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter((box) => box.checked)
    .map(({ labels }) => labels?.[0]?.textContent)

test('a permission is saved when it is switched; without viewing none is left', async () => {
  const changed = mockRoute(teamsRoutes.changePermissions, ({ body }) => {
    pat = { ...pat, permissions: body.permissions }
    return { data: { status: true } }
  })
  await open()
  const group = await permissions()
  await userEvent.click(group.getByRole('checkbox', { name: 'Price' }))
  await waitFor(() => expect(checked(group)).toEqual(['View', 'Price']))
  await userEvent.click(group.getByRole('checkbox', { name: 'View' }))
  await waitFor(() => expect(changed.map(({ body }) => body.permissions)).toEqual([['view', 'price'], []]))
  await waitFor(() => expect(checked(group)).toEqual([]))
})

test('a permission that could not be saved is switched back, and the row says why', async () => {
  mockRoute(teamsRoutes.changePermissions, () =>
    errorReply(403, 'Only team owners can do this', 'team.not_owner'),
  )
  await open()
  const group = await permissions()
  await userEvent.click(group.getByRole('checkbox', { name: 'Money' }))
  expect((await group.findByRole('alert')).textContent).toBe('Only team owners can do this')
  expect(checked(group)).toEqual(['View'])
})

test('an invitation carries the permissions of a member, and none for an owner', async () => {
  const sent = mockRoute(teamsRoutes.invite, () => errorReply(422, 'This address is taken'))
  await open()
  const form = within(await screen.findByRole('form', { name: 'Invite someone' }))
  const group = within(await form.findByRole('group', { name: 'Selling' }))
  await userEvent.click(group.getByRole('checkbox', { name: 'List' }))
  expect(checked(group)).toEqual(['View', 'List'])
  await userEvent.type(form.getByLabelText('Email'), 'lee@guest.example{Enter}')
  expect(await form.findByText('This address is taken')).toBeTruthy()
  await userEvent.click(form.getByRole('radio', { name: 'Owner' }))
  expect(form.queryByRole('group', { name: 'Selling' })).toBeNull()
  await userEvent.click(form.getByRole('button', { name: 'Send invitation' }))
  await waitFor(() => expect(sent.map(({ body }) => body.permissions)).toEqual([['view', 'list'], []]))
})

test('a team that only buys has no permissions to choose', async () => {
  canSell = false
  await open()
  expect(await screen.findByRole('form', { name: 'Invite someone' })).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'Selling' })).toBeNull()
  expect(screen.queryByRole('group', { name: /^Permissions/ })).toBeNull()
})
