import { savedPeopleRoutes, type WireSavedPerson } from '@terrace/contracts/saved-people'
import type { ResponseInputOf } from '@terrace/contracts/route'
import { teamsRoutes, type WireInvitation } from '@terrace/contracts/teams'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { redirectTo } from '#web/lib/url/navigation.ts'
import { wireColleague, wireMember } from '#web/test/member-factory.ts'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

vi.mock('#web/lib/url/navigation.ts', () => ({ redirectTo: vi.fn<(path: string) => void>() }))

const pat = wireColleague()
const invitation = (overrides: Partial<WireInvitation> = {}): WireInvitation => ({
  id: 'inv_1',
  email: 'lee@guest.example',
  role: 'member',
  permissions: [],
  invited_by: 'Jane Miller',
  sent_at: '2031-02-01T12:00:00.000Z',
  expires_at: '2031-02-08T12:00:00.000Z',
  has_expired: false,
  ...overrides,
})

let team: ResponseInputOf<typeof teamsRoutes.overview>['data']
const ada: WireSavedPerson = {
  id: 'spn_1',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.test',
  last_used_at: '2031-02-01T12:00:00.000Z',
}
let people: WireSavedPerson[]
beforeEach(() => {
  team = {
    name: 'Harbour Box Office',
    may_manage: true,
    can_sell: false,
    second_factor_required_from: null,
    members: [wireMember(), pat],
    invitations: [],
  }
  mockShell()
  mockRoute(teamsRoutes.overview, () => ({ data: team }))
  people = [ada]
  mockRoute(savedPeopleRoutes.list, () => ({ data: people }))
})

const open = () => renderRoute('/profile?tab=team')
const region = async (name: string) => within(await screen.findByRole('region', { name }))
const rows = async (name: string) =>
  (await (await region(name)).findAllByRole('listitem')).map((row) => row.textContent)

test('[X-PROFILE-01] the tab "Team members" is kept in the URL', async () => {
  const router = await renderRoute('/profile?tab=quotes')
  const nav = within(await screen.findByRole('navigation', { name: 'Profile' }))
  await userEvent.click(nav.getByRole('link', { name: 'Team members' }))
  expect(await screen.findByRole('heading', { name: 'Team members', level: 1 })).toBeTruthy()
  expect(router.state.location.href).toBe('/profile?tab=team')
})

test('[X-ROLE-03] an owner sees the team members and an empty invitation list', async () => {
  await open()
  expect(await rows('Members')).toEqual([
    expect.stringMatching(/^JMJane MillerYoujane · jane@harbour\.example/),
    expect.stringMatching(/^PGPat Guestpat-guest · pat@guest\.example/),
  ])
  expect(screen.getByText('2 people')).toBeTruthy()
  expect(screen.getByText('No pending invitations')).toBeTruthy()
  expect(screen.getByRole('form', { name: 'Invite someone' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove Jane Miller' })).toBeNull()
})

test('[X-ROLE-03] a member sees the same people and can only leave the team', async () => {
  team = { ...team, may_manage: false, invitations: [invitation()] }
  people = []
  await open()
  expect(await rows('Members')).toEqual([
    expect.stringMatching(/jane@harbour\.exampleOwner$/),
    expect.stringMatching(/pat@guest\.exampleMember$/),
  ])
  expect(await rows('Invitations')).toHaveLength(1)
  expect(screen.getByText(/^Only owners can invite or remove people/)).toBeTruthy()
  const main = within(screen.getByRole('main'))
  expect(main.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Leave team'])
  expect(main.queryByRole('combobox')).toBeNull()
  expect(main.queryByRole('form')).toBeNull()
})

test('an invited person is listed until they join', async () => {
  const requests = mockRoute(teamsRoutes.invite, () => {
    team = { ...team, invitations: [invitation()] }
    return { data: invitation(), message: 'An invitation is on its way to lee@guest.example' }
  })
  await open()
  const form = await region('Invite someone')
  const email = form.getByLabelText<HTMLInputElement>('Email')
  await userEvent.type(email, ' lee@guest.example ')
  await userEvent.click(form.getByRole('radio', { name: 'Owner' }))
  await userEvent.click(form.getByRole('button', { name: 'Send invitation' }))
  expect(await form.findByText('An invitation is on its way to lee@guest.example')).toBeTruthy()
  expect(email.value).toBe('')
  expect(requests.map(({ body }) => body)).toEqual([
    { email: 'lee@guest.example', role: 'owner', permissions: [], join_link: `${location.origin}/join` },
  ])
  await vi.waitFor(async () =>
    expect(await rows('Invitations')).toEqual([
      expect.stringMatching(
        /^lee@guest\.exampleMember · invited by Jane Miller · expires 08 Feb 31, \d\d:00ResendWithdraw$/,
      ),
    ]),
  )
})

test('an invalid address is not sent, and a rejected one is kept', async () => {
  const requests = mockRoute(teamsRoutes.invite, () => errorReply(422, 'This person is already in your team'))
  await open()
  const form = await region('Invite someone')
  await userEvent.type(form.getByLabelText('Email'), 'lee{Enter}')
  expect(form.getByText('Must be a valid email address')).toBeTruthy()
  expect(requests).toEqual([])
  await userEvent.type(form.getByLabelText('Email'), '@guest.example{Enter}')
  expect((await form.findByRole('alert')).textContent).toBe('This person is already in your team')
  expect(form.getByLabelText<HTMLInputElement>('Email').value).toBe('lee@guest.example')
})

test('an expired invitation is marked and can be resent; any invitation can be withdrawn', async () => {
  team.invitations = [
    invitation({ has_expired: true }),
    invitation({ id: 'inv_2', email: 'kim@guest.example' }),
  ]
  const resent = mockRoute(teamsRoutes.resend, () => {
    team.invitations = [invitation(), ...team.invitations.slice(1)]
    return { data: invitation(), message: 'Another invitation is on its way to lee@guest.example' }
  })
  const withdrawn = mockRoute(teamsRoutes.withdraw, () => {
    team.invitations = team.invitations.slice(0, 1)
    return { data: { status: true } }
  })
  await open()
  const list = await region('Invitations')
  expect(await list.findByText('Expired')).toBeTruthy()
  await userEvent.click(list.getByRole('button', { name: 'Resend invitation to lee@guest.example' }))
  expect(await list.findByText('Another invitation is on its way to lee@guest.example')).toBeTruthy()
  await vi.waitFor(() => expect(list.queryByText('Expired')).toBeNull())
  await userEvent.click(list.getByRole('button', { name: 'Withdraw the invitation to kim@guest.example' }))
  await vi.waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
  expect([resent, withdrawn].map((requests) => requests.map(({ params }) => params['id']))).toEqual([
    ['inv_1'],
    ['inv_2'],
  ])
})

test('the only owner cannot change their own role', async () => {
  await open()
  expect(await screen.findByRole('combobox', { name: 'Role of Pat Guest' })).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: 'Role of Jane Miller' })).toBeNull()
  expect((await rows('Members'))[0]).toMatch(/jane@harbour\.exampleOwner$/)
})

test('a role changes inline, and a rejection shows below it', async () => {
  const requests = mockRoute(teamsRoutes.changeRole, ({ params }) => {
    if (params['id'] === 'usr_jane')
      return errorReply(422, 'A team needs an owner. Make someone else an owner first', 'team.last_owner')
    team.members = [wireMember(), { ...pat, role: 'owner' }]
    return { data: { status: true } }
  })
  await open()
  const role = async (name: string) =>
    screen.findByRole<HTMLSelectElement>('combobox', { name: `Role of ${name}` })
  await userEvent.selectOptions(await role('Pat Guest'), 'Owner')
  await vi.waitFor(async () => expect((await role('Pat Guest')).value).toBe('owner'))
  await userEvent.selectOptions(await role('Jane Miller'), 'Member')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'A team needs an owner. Make someone else an owner first',
  )
  expect((await role('Jane Miller')).value).toBe('owner')
  expect(requests.map(({ params, body }) => [params['id'], body])).toEqual([
    ['usr_pat', { role: 'owner' }],
    ['usr_jane', { role: 'member' }],
  ])
})

test('removing a member requires confirmation', async () => {
  const requests = mockRoute(teamsRoutes.remove, () => {
    team.members = [wireMember()]
    return { data: { status: true } }
  })
  await open()
  const openConfirmation = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Remove Pat Guest' }))
  await openConfirmation()
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove Pat Guest?' }))
  expect(dialog.getByText(/Their holds and orders stay with the team\.$/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(requests).toEqual([])
  await openConfirmation()
  const reopened = within(await screen.findByRole('alertdialog'))
  await userEvent.click(reopened.getByRole('button', { name: 'Remove' }))
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(await screen.findByText('1 person')).toBeTruthy()
  expect(requests.map(({ params }) => params['id'])).toEqual(['usr_pat'])
})

test('[X-ROLE-03] leaving the team requires confirmation and logs the user out', async () => {
  team.members = [wireMember(), { ...pat, role: 'owner' }]
  const requests = mockRoute(teamsRoutes.leave, () => ({ data: { status: true } }))
  await open()
  const openConfirmation = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Leave team' }))
  await openConfirmation()
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Leave Harbour Box Office?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(requests).toEqual([])
  await openConfirmation()
  const reopened = within(await screen.findByRole('alertdialog'))
  await userEvent.click(reopened.getByRole('button', { name: 'Leave team' }))
  await vi.waitFor(() => expect(vi.mocked(redirectTo).mock.calls).toEqual([['/login']]))
  expect(requests).toHaveLength(1)
  expect(document.cookie).not.toContain('authTokens')
})

test('the only owner sees how to leave, and a failed attempt shows why', async () => {
  await open()
  expect(
    await screen.findByText(/^A team needs an owner\. Make someone else an owner before you leave/),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Leave team' })).toBeNull()
  team.members = [wireMember({ role: 'member' }), { ...pat, role: 'owner' }]
  team.may_manage = false
  mockRoute(teamsRoutes.changeRole, () => ({ data: { status: true } }))
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Role of Pat Guest' }), 'Owner')
  mockRoute(teamsRoutes.leave, () =>
    errorReply(404, 'This person is not in your team', 'team.member_not_found'),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Leave team' }))
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave team' }),
  )
  expect((await screen.findByRole('alert')).textContent).toBe('This person is not in your team')
  expect(document.cookie).toContain('authTokens')
})

test('a team that fails to load shows an error and can be retried', async () => {
  let isDown = true
  mockRoute(teamsRoutes.overview, () => (isDown ? errorReply(422, 'Not now') : { data: team }))
  await open()
  expect(await screen.findByText('Couldn’t load your team')).toBeTruthy()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await rows('Members')).toHaveLength(2)
})

test('saved attendees are listed for the team and deleted after a question', async () => {
  const removed = mockRoute(savedPeopleRoutes.remove, () => {
    people = []
    return { data: { status: true } }
  })
  await open()
  expect(await rows('Saved attendees')).toEqual([expect.stringContaining('Ada Lovelaceada@example.test')])
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Ada Lovelace' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Ada Lovelace?' }))
  expect(removed).toHaveLength(0)
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('No saved attendees')).toBeTruthy()
})
